;; Zeroes pages of the interpreter's memory that are not zero. One that was never written stays unwritten, and costs
;; no memory: reading it maps the system's page of zeros. The address is a multiple of 4,096, as large as a page is.
(module
  (import "allpass" "heap" (memory 1))
  (func (export "wipe") (param $address i32) (param $pages i32)
    (local $at i32) (local $end i32) (local $found i64)
    (if (i32.eqz (local.get $pages)) (then (return)))
    (loop $page
      (local.set $at (local.get $address))
      (local.set $end (i32.add (local.get $address) (i32.const 4096)))
      (local.set $found (i64.const 0))
      (loop $line
        (local.set $found
          (i64.or
            (local.get $found)
            (i64.or
              (i64.or
                (i64.or (i64.load (local.get $at)) (i64.load offset=8 (local.get $at)))
                (i64.or (i64.load offset=16 (local.get $at)) (i64.load offset=24 (local.get $at))))
              (i64.or
                (i64.or (i64.load offset=32 (local.get $at)) (i64.load offset=40 (local.get $at)))
                (i64.or (i64.load offset=48 (local.get $at)) (i64.load offset=56 (local.get $at)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $line (i32.ne (local.get $at) (local.get $end))))
      (if (i64.ne (local.get $found) (i64.const 0))
        (then (memory.fill (local.get $address) (i32.const 0) (i32.const 4096))))
      (local.set $address (local.get $end))
      (local.set $pages (i32.sub (local.get $pages) (i32.const 1)))
      (br_if $page (local.get $pages)))))
