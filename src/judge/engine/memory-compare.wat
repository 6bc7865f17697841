;; Compares the interpreter's memory with an image of it that lies in a memory of its own. Both addresses are
;; multiples of 16; a page is 4,096 bytes. One byte a page is written into the image's memory at $flags: 1 where
;; the page differs. Returns how many differ.
(module
  (import "allpass" "heap" (memory $heap 1))
  (import "allpass" "image" (memory $image 1))
  (func (export "differing")
    (param $address i32) (param $offset i32) (param $pages i32) (param $flags i32) (result i32)
    (local $end i32) (local $found v128) (local $differs i32) (local $count i32)
    (if (i32.eqz (local.get $pages)) (then (return (i32.const 0))))
    (loop $page
      (local.set $end (i32.add (local.get $address) (i32.const 4096)))
      (local.set $found (v128.const i64x2 0 0))
      (loop $line
        (local.set $found
          (v128.or
            (local.get $found)
            (v128.or
              (v128.or
                (v128.xor
                  (v128.load $heap (local.get $address))
                  (v128.load $image (local.get $offset)))
                (v128.xor
                  (v128.load $heap offset=16 (local.get $address))
                  (v128.load $image offset=16 (local.get $offset))))
              (v128.or
                (v128.xor
                  (v128.load $heap offset=32 (local.get $address))
                  (v128.load $image offset=32 (local.get $offset)))
                (v128.xor
                  (v128.load $heap offset=48 (local.get $address))
                  (v128.load $image offset=48 (local.get $offset)))))))
        (local.set $address (i32.add (local.get $address) (i32.const 64)))
        (local.set $offset (i32.add (local.get $offset) (i32.const 64)))
        (br_if $line (i32.ne (local.get $address) (local.get $end))))
      (local.set $differs (v128.any_true (local.get $found)))
      (i32.store8 $image (local.get $flags) (local.get $differs))
      (local.set $count (i32.add (local.get $count) (local.get $differs)))
      (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
      (local.set $pages (i32.sub (local.get $pages) (i32.const 1)))
      (br_if $page (local.get $pages)))
    (local.get $count)))
