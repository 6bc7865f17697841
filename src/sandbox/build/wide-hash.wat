;; Hashes of 64 bits, as Python has them where programs are graded; built into the interpreter by wide-hash.ts.
;; Numbers are taken modulo 2^61 - 1 and tuples and frozen sets are hashed with 64 bits each, and only what a table of
;; the interpreter keeps is folded to 32. Small integers keep theirs, so the order of sets is theirs, too.
(module
  (import "memory" "" (memory 1))
  (import "address" "PyLong_Type" (global $int i32))
  (import "address" "PyBool_Type" (global $bool i32))
  (import "address" "PyFloat_Type" (global $float i32))
  (import "address" "PyComplex_Type" (global $complex i32))
  (import "address" "PyTuple_Type" (global $tuple i32))
  (import "address" "PyFrozenSet_Type" (global $frozenset i32))
  (import "function" "PyObject_Hash" (func $hash (param i32) (result i32)))
  (import "function" "PyLong_FromLongLong" (func $integer (param i64) (result i32)))
  (import "original" "_Py_HashDouble" (func $hash_of_none (param i32 f64) (result i32)))
  (import "original" "decimal" (func $hash_of_special (param i32) (result i32)))
  (import "function" "entry" (func $entry (param i32 i32 i32) (result i32)))
  ;; The last hash of a decimal, or result of a program's own `__hash__`, before it was folded; -1 for nothing.
  (global $low (mut i32) (i32.const -1))
  (global $high (mut i32) (i32.const -1))

  ;; Folds a number that is less than 2^61 in size, or any. The low bits stay, which decide where a search in a table
  ;; begins: 20 of them below 2^44, else 16. Bits above 32 are spread over the others, so that `x << 31 | y` and `x <<
  ;; 32 | y` do not collide. fold(-h) = -fold(h).
  (func $fold (param $h i64) (result i32)
    (if (result i32) (i64.lt_s (local.get $h) (i64.const 0))
      (then (call $fold_size (i64.sub (i64.const 0) (local.get $h)) (i32.const 1)))
      (else (call $fold_size (local.get $h) (i32.const 0)))))

  (func $fold_size (param $size i64) (param $negative i32) (result i32)
    (local $above i32) (local $folded i32)
    (local.set $above (i32.wrap_i64 (i64.shr_u (local.get $size) (i64.const 32))))
    (local.set $folded
      (i32.add
        (i32.wrap_i64 (local.get $size))
        (i32.and
          (i32.mul (local.get $above) (i32.const 0x9e3779b1))
          (select
            (i32.const 0xfff00000)
            (i32.const 0xffff0000)
            (i32.lt_u (local.get $above) (i32.const 4096))))))
    (if (local.get $negative)
      (then (local.set $folded (i32.sub (i32.const 0) (local.get $folded)))))
    (select (i32.const -2) (local.get $folded) (i32.eq (local.get $folded) (i32.const -1))))

  (func $keep (param $h i64) (result i64)
    (global.set $low (i32.wrap_i64 (local.get $h)))
    (global.set $high (i32.wrap_i64 (i64.shr_u (local.get $h) (i64.const 32))))
    (local.get $h))

  (func $returned (result i64)
    (i64.or
      (i64.extend_i32_u (global.get $low))
      (i64.shl (i64.extend_i32_u (global.get $high)) (i64.const 32))))

  ;; A hash is never -1, which means an error.
  (func $no_error_low (param $h i32) (result i32)
    (select (i32.const -2) (local.get $h) (i32.eq (local.get $h) (i32.const -1))))

  (func $no_error (param $h i64) (result i64)
    (select (i64.const -2) (local.get $h) (i64.eq (local.get $h) (i64.const -1))))

  (func $signed (param $size i64) (param $negative i32) (result i64)
    (call $no_error
      (select (i64.sub (i64.const 0) (local.get $size)) (local.get $size) (local.get $negative))))

  ;; Number of digits of 30 bits.
  (func $digits (param $number i32) (result i32)
    (i32.shr_u (i32.load offset=8 (local.get $number)) (i32.const 3)))

  (func $is_negative (param $number i32) (result i32)
    (i32.shr_u (i32.and (i32.load offset=8 (local.get $number)) (i32.const 3)) (i32.const 1)))

  (func $two_digits (param $number i32) (result i64)
    (i64.or
      (i64.load32_u offset=12 (local.get $number))
      (i64.shl (i64.load32_u offset=16 (local.get $number)) (i64.const 30))))

  ;; Less than 2^61 - 1, of what is less than 2^62.
  (func $once_reduced (param $x i64) (result i64)
    (select
      (i64.sub (local.get $x) (i64.const 0x1fffffffffffffff))
      (local.get $x)
      (i64.ge_u (local.get $x) (i64.const 0x1fffffffffffffff))))

  ;; Times 2^by, modulo 2^61 - 1.
  (func $turned (param $x i64) (param $by i64) (result i64)
    (i64.or
      (i64.and (i64.shl (local.get $x) (local.get $by)) (i64.const 0x1fffffffffffffff))
      (i64.shr_u (local.get $x) (i64.sub (i64.const 61) (local.get $by)))))

  (func $of_integer (param $number i32) (result i64)
    (local $at i32) (local $x i64)
    (local.set $at (call $digits (local.get $number)))
    (if (i32.le_u (local.get $at) (i32.const 1))
      (then
        (if (i32.eqz (local.get $at)) (then (return (i64.const 0))))
        (return
          (call $signed
            (i64.load32_u offset=12 (local.get $number))
            (call $is_negative (local.get $number))))))
    (if (i32.eq (local.get $at) (i32.const 2))
      (then
        (return
          (call $signed
            (call $two_digits (local.get $number))
            (call $is_negative (local.get $number))))))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (local.set $x
        (call $once_reduced
          (i64.add
            (call $turned (local.get $x) (i64.const 30))
            (i64.load32_u offset=12
              (i32.add (local.get $number) (i32.shl (local.get $at) (i32.const 2)))))))
      (br_if $next (local.get $at)))
    (call $signed (local.get $x) (call $is_negative (local.get $number))))

  ;; Hashes a finite number: 53 bits, turned by the exponent.
  (func $of_float (param $value f64) (result i64)
    (local $bits i64) (local $mantissa i64) (local $exponent i32)
    (local.set $bits (i64.reinterpret_f64 (local.get $value)))
    (local.set $mantissa (i64.and (local.get $bits) (i64.const 0xfffffffffffff)))
    (local.set $exponent
      (i32.and (i32.wrap_i64 (i64.shr_u (local.get $bits) (i64.const 52))) (i32.const 0x7ff)))
    (if (local.get $exponent)
      (then
        (local.set $mantissa (i64.or (local.get $mantissa) (i64.const 0x10000000000000)))
        (local.set $exponent (i32.sub (local.get $exponent) (i32.const 1)))))
    (call $signed
      (call $turned
        (local.get $mantissa)
        ;; 2^-1074 is 2^24 modulo 2^61 - 1, since 1098 is 18 times 61.
        (i64.extend_i32_u
          (i32.rem_u (i32.add (local.get $exponent) (i32.const 24)) (i32.const 61))))
      (i32.wrap_i64 (i64.shr_u (local.get $bits) (i64.const 63)))))

  (func $is_finite (param $value f64) (result i32)
    (f64.lt (f64.abs (local.get $value)) (f64.const inf)))

  (func $of_double (param $object i32) (param $value f64) (result i64)
    (if (result i64) (call $is_finite (local.get $value))
      (then (call $of_float (local.get $value)))
      (else (i64.extend_i32_s (call $hash_of_none (local.get $object) (local.get $value))))))

  ;; xxHash of 64 bits, as Objects/tupleobject.c has it; -1 after an error.
  (func $of_tuple (param $tuple i32) (result i64)
    (local $length i32) (local $at i32) (local $item i32) (local $sum i64) (local $lane i64)
    (local.set $sum (i64.const 2870177450012600261))
    (local.set $length (i32.load offset=8 (local.get $tuple)))
    (local.set $at (i32.add (local.get $tuple) (i32.const 16)))
    (block $end
      (loop $next
        (br_if $end
          (i32.ge_u
            (local.get $at)
            (i32.add
              (i32.add (local.get $tuple) (i32.const 16))
              (i32.shl (local.get $length) (i32.const 2)))))
        (local.set $item (i32.load (local.get $at)))
        ;; Calls cost more than the rest of it, and most items are small integers.
        (local.set $lane
          (if (result i64)
            (i32.and
              (i32.eq (i32.load offset=4 (local.get $item)) (global.get $int))
              (i32.lt_u (i32.load offset=8 (local.get $item)) (i32.const 16)))
            (then (i64.extend_i32_s (call $of_digit (local.get $item))))
            (else (call $wide (local.get $item)))))
        (if (i64.eq (local.get $lane) (i64.const -1)) (then (return (i64.const -1))))
        (local.set $sum
          (i64.mul
            (i64.rotl
              (i64.add
                (local.get $sum)
                (i64.mul (local.get $lane) (i64.const 0xc2b2ae3d27d4eb4f)))
              (i64.const 31))
            (i64.const 0x9e3779b185ebca87)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (local.set $sum
      (i64.add
        (local.get $sum)
        (i64.xor
          (i64.extend_i32_u (local.get $length))
          (i64.xor (i64.const 2870177450012600261) (i64.const 3527539)))))
    (select
      (i64.const 1546275796)
      (local.get $sum)
      (i64.eq (local.get $sum) (i64.const -1))))

  (func $shuffled (param $h i64) (result i64)
    (i64.mul
      (i64.xor
        (i64.xor (local.get $h) (i64.const 89869747))
        (i64.shl (local.get $h) (i64.const 16)))
      (i64.const 3644798167)))

  ;; As Objects/setobject.c has it. Entries are a key and its hash; an empty one is 0 and 0, a deleted one has the
  ;; hash -1.
  (func $of_set (param $set i32) (result i64)
    (local $at i32) (local $last i32) (local $key i32) (local $kept i32) (local $h i64)
    (local.set $at (i32.load offset=20 (local.get $set)))
    (local.set $last
      (i32.add
        (local.get $at)
        (i32.shl (i32.load offset=16 (local.get $set)) (i32.const 3))))
    (loop $next
      (local.set $key (i32.load (local.get $at)))
      (local.set $kept (i32.load offset=4 (local.get $at)))
      (local.set $h
        (i64.xor
          (local.get $h)
          (call $shuffled
            (if (result i64)
              (i32.and
                (i32.ne (local.get $key) (i32.const 0))
                (i32.ne (local.get $kept) (i32.const -1)))
              (then (call $wide_of (local.get $key) (local.get $kept)))
              (else (i64.extend_i32_s (local.get $kept)))))))
      (br_if $next
        (i32.le_u
          (local.tee $at (i32.add (local.get $at) (i32.const 8)))
          (local.get $last))))
    (if (i32.and
        (i32.add
          (i32.load offset=16 (local.get $set))
          (i32.sub (i32.const 1) (i32.load offset=8 (local.get $set))))
        (i32.const 1))
      (then (local.set $h (i64.xor (local.get $h) (call $shuffled (i64.const 0))))))
    (if (i32.and
        (i32.sub (i32.load offset=8 (local.get $set)) (i32.load offset=12 (local.get $set)))
        (i32.const 1))
      (then (local.set $h (i64.xor (local.get $h) (call $shuffled (i64.const -1))))))
    (local.set $h
      (i64.xor
        (local.get $h)
        (i64.mul
          (i64.add (i64.load32_u offset=12 (local.get $set)) (i64.const 1))
          (i64.const 1927868237))))
    (local.set $h
      (i64.xor
        (local.get $h)
        (i64.xor
          (i64.shr_u (local.get $h) (i64.const 11))
          (i64.shr_u (local.get $h) (i64.const 25)))))
    (local.set $h
      (i64.add (i64.mul (local.get $h) (i64.const 69069)) (i64.const 907133923)))
    (select
      (i64.const 590923713)
      (local.get $h)
      (i64.eq (local.get $h) (i64.const -1))))

  ;; Hashes an integer of a single digit, or none, which has a zero there.
  (func $of_digit (param $number i32) (result i32)
    (local $h i32)
    (local.set $h
      (i32.mul
        (i32.load offset=12 (local.get $number))
        (i32.sub
          (i32.const 1)
          (i32.and (i32.load offset=8 (local.get $number)) (i32.const 3)))))
    (select (i32.const -2) (local.get $h) (i32.eq (local.get $h) (i32.const -1))))

  ;; Hashes any object; -1 after an error.
  (func $wide (param $object i32) (result i64)
    (call $wide_of (local.get $object) (i32.const 0)))

  ;; @param kept the hash of an object that has one of 32 bits; 0 to ask for it
  (func $wide_of (param $object i32) (param $kept i32) (result i64)
    (local $type i32)
    (local.set $type (i32.load offset=4 (local.get $object)))
    (if (i32.eq (local.get $type) (global.get $int))
      (then (return (call $of_integer (local.get $object)))))
    (if (i32.eq (local.get $type) (global.get $tuple))
      (then (return (call $of_tuple (local.get $object)))))
    (if (i32.eq (local.get $type) (global.get $float))
      (then
        (return (call $of_double (local.get $object) (f64.load offset=8 (local.get $object))))))
    (if (i32.eq (local.get $type) (global.get $bool))
      (then (return (call $of_integer (local.get $object)))))
    (if (i32.eq (local.get $type) (global.get $frozenset))
      (then (return (call $of_set (local.get $object)))))
    (if (i32.eq (local.get $type) (global.get $complex))
      (then (return (call $of_complex (local.get $object)))))
    (call $wide_of_other (local.get $object) (local.get $kept)))

  ;; A class of a program that has no hash of its own has that of the type below.
  (func $wide_of_other (param $object i32) (param $kept i32) (result i64)
    (local $hash i32)
    (local.set $hash (i32.load offset=60 (i32.load offset=4 (local.get $object))))
    (if (i32.eq (local.get $hash) (i32.load offset=60 (global.get $tuple)))
      (then (return (call $of_tuple (local.get $object)))))
    (if (i32.eq (local.get $hash) (i32.load offset=60 (global.get $int)))
      (then (return (call $of_integer (local.get $object)))))
    (if (i32.eq (local.get $hash) (i32.load offset=60 (global.get $float)))
      (then
        (return (call $of_double (local.get $object) (f64.load offset=8 (local.get $object))))))
    (if (i32.eq (local.get $hash) (i32.load offset=60 (global.get $frozenset)))
      (then (return (call $of_set (local.get $object)))))
    (if (local.get $kept) (then (return (i64.extend_i32_s (local.get $kept)))))
    (drop (call $keep (i64.const -1)))
    (local.set $hash (call $hash (local.get $object)))
    ;; It is the hash of this object if nothing was made of it in between.
    (if (result i64)
      (i32.and
        (i64.ne (call $returned) (i64.const -1))
        (i32.eq (local.get $hash) (call $fold (call $returned))))
      (then (call $returned))
      (else (i64.extend_i32_s (local.get $hash)))))

  (func $of_complex (param $object i32) (result i64)
    (call $no_error
      (i64.add
        (call $of_double (local.get $object) (f64.load offset=8 (local.get $object)))
        (i64.mul
          (call $of_double (local.get $object) (f64.load offset=16 (local.get $object)))
          (i64.const 1000003)))))

  ;; ---- Functions that the interpreter calls

  (func (export "PyLong_Type") (param $number i32) (result i32)
    (if (i32.lt_u (i32.load offset=8 (local.get $number)) (i32.const 16))
      (then (return (call $of_digit (local.get $number)))))
    ;; Two digits, as packed keys have.
    (if (i32.lt_u (i32.load offset=8 (local.get $number)) (i32.const 24))
      (then
        (return
          (call $fold_size
            (i64.or
              (i64.load32_u offset=12 (local.get $number))
              (i64.shl (i64.load32_u offset=16 (local.get $number)) (i64.const 30)))
            (i32.and (i32.load offset=8 (local.get $number)) (i32.const 2))))))
    (call $fold (call $of_integer (local.get $number))))

  (func (export "_Py_HashDouble") (param $object i32) (param $value f64) (result i32)
    (if (result i32) (call $is_finite (local.get $value))
      (then (call $fold (call $of_float (local.get $value))))
      (else (call $hash_of_none (local.get $object) (local.get $value)))))

  ;; Equal to a float's where there is no imaginary part.
  (func (export "PyComplex_Type") (param $object i32) (result i32)
    (call $fold (call $of_complex (local.get $object))))

  ;; A tuple keeps it.
  (func (export "PyTuple_Type") (param $tuple i32) (result i32)
    (local $h i64) (local $kept i32)
    (if (i32.ne (local.tee $kept (i32.load offset=12 (local.get $tuple))) (i32.const -1))
      (then (return (local.get $kept))))
    (local.set $h (call $of_tuple (local.get $tuple)))
    (if (i64.eq (local.get $h) (i64.const -1)) (then (return (i32.const -1))))
    (i32.store offset=12
      (local.get $tuple)
      (local.tee $kept (call $no_error_low (i32.wrap_i64 (local.get $h)))))
    (local.get $kept))

  (func (export "PyFrozenSet_Type") (param $set i32) (result i32)
    (local $kept i32)
    (if (i32.ne (local.tee $kept (i32.load offset=24 (local.get $set))) (i32.const -1))
      (then (return (local.get $kept))))
    (i32.store offset=24
      (local.get $set)
      (local.tee $kept (call $no_error_low (i32.wrap_i64 (call $of_set (local.get $set))))))
    (local.get $kept))

  ;; ---- A set that is sought in a set has the hash of the frozen set that equals it.

  (func $seek (param $set i32) (param $key i32) (result i32)
    (call $entry
      (local.get $set)
      (local.get $key)
      (call $no_error_low (i32.wrap_i64 (call $of_set (local.get $key))))))

  (func (export "contains entry") (param $set i32) (param $key i32) (param $hash i32) (result i32)
    (call $seek (local.get $set) (local.get $key)))

  (func (export "remove entry") (param $set i32) (param $key i32) (param $hash i32) (result i32)
    (call $seek (local.get $set) (local.get $key)))

  (func (export "discard entry") (param $set i32) (param $key i32) (param $hash i32) (result i32)
    (call $seek (local.get $set) (local.get $key)))

  ;; The function of that name.
  (func (export "hash") (param $module i32) (param $object i32) (result i32)
    (local $h i64)
    (local.set $h (call $wide (local.get $object)))
    (if (result i32) (i64.eq (local.get $h) (i64.const -1))
      (then (i32.const 0))
      (else (call $integer (local.get $h)))))

  ;; Hashes the result of a program's own `__hash__`: as it is if it has 64 bits, else as the number's own.
  (func (export "__hash__ PyLong_AsSsize_t") (param $number i32) (result i32)
    (local $digits i32) (local $size i64)
    (if (i32.lt_u (i32.load offset=8 (local.get $number)) (i32.const 16))
      (then (return (call $of_digit (local.get $number)))))
    (local.set $digits (call $digits (local.get $number)))
    (if (i32.or
        (i32.gt_u (local.get $digits) (i32.const 3))
        (i32.and
          (i32.eq (local.get $digits) (i32.const 3))
          (i32.gt_u (i32.load offset=20 (local.get $number)) (i32.const 7))))
      (then (return (call $fold (call $keep (call $of_integer (local.get $number)))))))
    (local.set $size (call $two_digits (local.get $number)))
    (if (i32.eq (local.get $digits) (i32.const 3))
      (then
        (local.set $size
          (i64.or
            (local.get $size)
            (i64.shl (i64.load32_u offset=20 (local.get $number)) (i64.const 60))))))
    (call $fold
      (call $keep (call $signed (local.get $size) (call $is_negative (local.get $number))))))

  ;; ---- Decimals: the coefficient times ten to the exponent, modulo 2^61 - 1.

  (func $times (param $a i64) (param $b i64) (result i64)
    (local $ah i64) (local $al i64) (local $bh i64) (local $bl i64) (local $middle i64) (local $sum i64)
    (local.set $ah (i64.shr_u (local.get $a) (i64.const 31)))
    (local.set $al (i64.and (local.get $a) (i64.const 0x7fffffff)))
    (local.set $bh (i64.shr_u (local.get $b) (i64.const 31)))
    (local.set $bl (i64.and (local.get $b) (i64.const 0x7fffffff)))
    (local.set $middle
      (i64.add
        (i64.mul (local.get $ah) (local.get $bl))
        (i64.mul (local.get $al) (local.get $bh))))
    ;; 2^62 is 2, and 2^61 is 1.
    (local.set $sum
      (i64.add
        (i64.add
          (i64.shl (i64.mul (local.get $ah) (local.get $bh)) (i64.const 1))
          (i64.shr_u (local.get $middle) (i64.const 30)))
        (i64.add
          (i64.shl (i64.and (local.get $middle) (i64.const 0x3fffffff)) (i64.const 31))
          (i64.mul (local.get $al) (local.get $bl)))))
    (call $once_reduced
      (i64.add
        (i64.and (local.get $sum) (i64.const 0x1fffffffffffffff))
        (i64.shr_u (local.get $sum) (i64.const 61)))))

  ;; libmpdec's numbers: flags, exponent, digits, words, room, words of nine digits with the lowest first.
  (func (export "decimal") (param $object i32) (result i32)
    (local $at i32) (local $words i32) (local $exponent i32) (local $x i64) (local $power i64)
    (if (i32.and (i32.load8_u offset=12 (local.get $object)) (i32.const 0x0e))
      (then (return (call $hash_of_special (local.get $object)))))
    (local.set $words (i32.load offset=32 (local.get $object)))
    (local.set $at (i32.load offset=24 (local.get $object)))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (local.set $x
        (call $once_reduced
          (i64.add
            (call $times (local.get $x) (i64.const 1000000000))
            (i64.load32_u
              (i32.add (local.get $words) (i32.shl (local.get $at) (i32.const 2)))))))
      (br_if $next (local.get $at)))
    (local.set $exponent (i32.load offset=16 (local.get $object)))
    (local.set $power (i64.const 10))
    (if (i32.lt_s (local.get $exponent) (i32.const 0))
      (then
        ;; The inverse of ten.
        (local.set $power (i64.const 2075258708292324556))
        (local.set $exponent (i32.sub (i32.const 0) (local.get $exponent)))))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $exponent)))
        (if (i32.and (local.get $exponent) (i32.const 1))
          (then (local.set $x (call $times (local.get $x) (local.get $power)))))
        (local.set $power (call $times (local.get $power) (local.get $power)))
        (local.set $exponent (i32.shr_u (local.get $exponent) (i32.const 1)))
        (br $next)))
    (call $fold
      (call $keep
        (call $signed
          (local.get $x)
          (i32.and (i32.load8_u offset=12 (local.get $object)) (i32.const 1))))))
)
