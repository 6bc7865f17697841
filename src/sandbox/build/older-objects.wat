;; Objects as Python 3.11 has them; linked into the interpreter by older-objects.ts.
(module
  (import "memory" "" (memory 1))
  (import "address" "PyFunction_Type" (global $function i32))
  (import "address" "PyMethod_Type" (global $method i32))
  ;; A flag of the command line, which nothing reads once Python runs: functions at work that need hashes of slices.
  (import "address" "Py_VerboseFlag" (global $hashing i32))
  (import "function" "PyObject_HashNotImplemented" (func $refuse (param i32) (result i32)))
  (import "function" "Py_NewRef" (func $hold (param i32) (result i32)))
  (import "address" "PyComplex_Type" (global $complex i32))
  (import "address" "PyFloat_Type" (global $float i32))
  (import "address" "PyLong_Type" (global $int i32))
  (import "address" "PyBool_Type" (global $bool i32))
  (import "function" "PyLong_AsDouble" (func $float_of (param i32) (result f64)))
  (import "function" "PyErr_Occurred" (func $failed (result i32)))
  (import "function" "PyComplex_FromDoubles" (func $new_complex (param f64 f64) (result i32)))
  (import "original" "complex_sum" (func $sum (param i32 i32) (result i32)))
  (import "original" "complex_difference" (func $difference (param i32 i32) (result i32)))
  (import "original" "complex_product" (func $product (param i32 i32) (result i32)))
  (import "original" "complex_quotient" (func $quotient (param i32 i32) (result i32)))
  ;; Names of methods.
  (import "address" "enter" (global $enter i32))
  (import "address" "aenter" (global $aenter i32))
  (import "function" "PyObject_HasAttrString" (func $has (param i32 i32) (result i32)))
  (import "function" "PyUnicode_FromString" (func $text (param i32) (result i32)))
  (import "original" "_PyAST_Compile" (func $compile (param i32 i32 i32 i32 i32) (result i32)))
  (import "original" "code_hash" (func $hash_of_code (param i32) (result i32)))
  (import "original" "slice_hash" (func $hash_of_slice (param i32) (result i32)))
  (import "original" "class_method" (func $method_of_class (param i32 i32 i32) (result i32)))
  ;; `tp_descr_get`
  (type $get (func (param i32 i32 i32) (result i32)))
  (table 0 funcref)

  ;; Python/compile.c: a text of documentation stays as it is written.
  (func (export "_PyCompile_CleanDoc") (param $text i32) (result i32)
    (call $hold (local.get $text)))

  ;; Objects/typeobject.c: what texts of exceptions call a type (`%T`) was `tp_name`, the name alone for a class of Python.
  (func (export "PyType_GetFullyQualifiedName") (param $type i32) (result i32)
    (call $text (i32.load offset=12 (local.get $type))))

  ;; Python/ceval.c: which of two texts an object gets that lacks a special method (0 to 3: enter, exit, both of `async with`).
  ;; The second one was for an exit that is missing beside an entry.
  (func (export "_PyEval_SpecialMethodCanSuggest") (param $object i32) (param $method i32) (result i32)
    (if (i32.eqz (i32.and (local.get $method) (i32.const 1)))
      (then (return (i32.const 0))))
    (call $has
      (i32.load offset=4 (local.get $object))
      (select (global.get $enter) (global.get $aenter) (i32.eq (local.get $method) (i32.const 1)))))

  (func $begin (i32.store (global.get $hashing) (i32.add (i32.load (global.get $hashing)) (i32.const 1))))
  (func $end (i32.store (global.get $hashing) (i32.sub (i32.load (global.get $hashing)) (i32.const 1))))

  ;; Python/compile.c: keeps constants in a dictionary, slices among them.
  (func (export "_PyAST_Compile")
    (param $tree i32) (param $name i32) (param $flags i32) (param $level i32) (param $arena i32) (result i32)
    (call $begin)
    (call $compile
      (local.get $tree) (local.get $name) (local.get $flags) (local.get $level) (local.get $arena))
    (call $end))

  ;; Objects/codeobject.c: hashes its constants.
  (func (export "code_hash") (param $code i32) (result i32)
    (call $begin)
    (call $hash_of_code (local.get $code))
    (call $end))

  ;; Objects/sliceobject.c
  (func (export "slice_hash") (param $slice i32) (result i32)
    (if (i32.load (global.get $hashing))
      (then (return (call $hash_of_slice (local.get $slice)))))
    (call $refuse (local.get $slice)))

  ;; Objects/funcobject.c, `cm_descr_get`: what a class method wraps, a property say, is asked with the class.
  (func (export "class_method") (param $method i32) (param $object i32) (param $class i32) (result i32)
    (local $wrapped i32) (local $get i32)
    (local.set $wrapped (i32.load offset=8 (local.get $method)))
    (if (local.get $wrapped)
      (then
        ;; A bound method had nothing to be asked for there.
        (if
          (i32.and
            (i32.ne (i32.load offset=4 (local.get $wrapped)) (global.get $function))
            (i32.ne (i32.load offset=4 (local.get $wrapped)) (global.get $method)))
          (then
            (local.set $get (i32.load offset=136 (i32.load offset=4 (local.get $wrapped))))
            (if (local.get $get)
              (then
                (if (i32.eqz (local.get $class))
                  (then (local.set $class (i32.load offset=4 (local.get $object)))))
                (return
                  (call_indirect (type $get)
                    (local.get $wrapped) (local.get $class) (local.get $class) (local.get $get)))))))))
    (call $method_of_class (local.get $method) (local.get $object) (local.get $class)))

  (func $type (param $one i32) (result i32) (i32.load offset=4 (local.get $one)))

  (func $is_real (param $one i32) (result i32)
    (i32.or
      (i32.eq (call $type (local.get $one)) (global.get $float))
      (i32.or
        (i32.eq (call $type (local.get $one)) (global.get $int))
        (i32.eq (call $type (local.get $one)) (global.get $bool)))))

  (func $real (param $one i32) (result f64)
    (if (result f64) (i32.eq (call $type (local.get $one)) (global.get $int))
      (then (call $float_of (local.get $one)))
      (else
        (if (result f64) (i32.eq (call $type (local.get $one)) (global.get $float))
          (then (f64.load offset=8 (local.get $one)))
          (else (call $float_of (local.get $one)))))))

  ;; Objects/complexobject.c: a real operand has the imaginary part 0.0, so `3 - 0j` has none below zero. The operation is
  ;; 0 to 3 for sum, difference, product and quotient. Returns 0 for an error, and 1 if the operands are no such pair.
  (func $mixed (param $operation i32) (param $a i32) (param $b i32) (result i32)
    (local $x f64) (local $y f64) (local $u f64) (local $v f64) (local $ratio f64) (local $below f64)
    (if (i32.eq (call $type (local.get $a)) (global.get $complex))
      (then
        (if (i32.eqz (call $is_real (local.get $b))) (then (return (i32.const 1))))
        (local.set $x (f64.load offset=8 (local.get $a)))
        (local.set $y (f64.load offset=16 (local.get $a)))
        (local.set $u (call $real (local.get $b)))
        (local.set $ratio (local.get $u)))
      (else
        (if (i32.ne (call $type (local.get $b)) (global.get $complex)) (then (return (i32.const 1))))
        (if (i32.eqz (call $is_real (local.get $a))) (then (return (i32.const 1))))
        (local.set $x (call $real (local.get $a)))
        (local.set $u (f64.load offset=8 (local.get $b)))
        (local.set $v (f64.load offset=16 (local.get $b)))
        (local.set $ratio (local.get $x))))
    ;; An integer may be too large.
    (if (f64.eq (local.get $ratio) (f64.const -1))
      (then (if (call $failed) (then (return (i32.const 0))))))
    (if (i32.eqz (local.get $operation))
      (then
        (return
          (call $new_complex (f64.add (local.get $x) (local.get $u)) (f64.add (local.get $y) (local.get $v))))))
    (if (i32.eq (local.get $operation) (i32.const 1))
      (then
        (return
          (call $new_complex (f64.sub (local.get $x) (local.get $u)) (f64.sub (local.get $y) (local.get $v))))))
    (if (i32.eq (local.get $operation) (i32.const 2))
      (then
        (return
          (call $new_complex
            (f64.sub (f64.mul (local.get $x) (local.get $u)) (f64.mul (local.get $y) (local.get $v)))
            (f64.add (f64.mul (local.get $x) (local.get $v)) (f64.mul (local.get $y) (local.get $u)))))))
    (if (i32.and
          (f64.ge (f64.abs (local.get $u)) (f64.abs (local.get $v)))
          (f64.ne (local.get $u) (f64.const 0)))
      (then
        (local.set $ratio (f64.div (local.get $v) (local.get $u)))
        (local.set $below (f64.add (local.get $u) (f64.mul (local.get $v) (local.get $ratio))))
        (return
          (call $new_complex
            (f64.div (f64.add (local.get $x) (f64.mul (local.get $y) (local.get $ratio))) (local.get $below))
            (f64.div (f64.sub (local.get $y) (f64.mul (local.get $x) (local.get $ratio))) (local.get $below))))))
    (if (f64.gt (f64.abs (local.get $v)) (f64.abs (local.get $u)))
      (then
        (local.set $ratio (f64.div (local.get $u) (local.get $v)))
        (local.set $below (f64.add (f64.mul (local.get $u) (local.get $ratio)) (local.get $v)))
        (return
          (call $new_complex
            (f64.div (f64.add (f64.mul (local.get $x) (local.get $ratio)) (local.get $y)) (local.get $below))
            (f64.div (f64.sub (f64.mul (local.get $y) (local.get $ratio)) (local.get $x)) (local.get $below))))))
    (if (i32.and (f64.eq (local.get $u) (f64.const 0)) (f64.eq (local.get $v) (f64.const 0)))
      (then (return (i32.const 1))))
    (call $new_complex (f64.const nan) (f64.const nan)))

  (func (export "complex_sum") (param $a i32) (param $b i32) (result i32)
    (local $made i32)
    (local.set $made (call $mixed (i32.const 0) (local.get $a) (local.get $b)))
    (if (i32.ne (local.get $made) (i32.const 1)) (then (return (local.get $made))))
    (call $sum (local.get $a) (local.get $b)))

  (func (export "complex_difference") (param $a i32) (param $b i32) (result i32)
    (local $made i32)
    (local.set $made (call $mixed (i32.const 1) (local.get $a) (local.get $b)))
    (if (i32.ne (local.get $made) (i32.const 1)) (then (return (local.get $made))))
    (call $difference (local.get $a) (local.get $b)))

  (func (export "complex_product") (param $a i32) (param $b i32) (result i32)
    (local $made i32)
    (local.set $made (call $mixed (i32.const 2) (local.get $a) (local.get $b)))
    (if (i32.ne (local.get $made) (i32.const 1)) (then (return (local.get $made))))
    (call $product (local.get $a) (local.get $b)))

  (func (export "complex_quotient") (param $a i32) (param $b i32) (result i32)
    (local $made i32)
    (local.set $made (call $mixed (i32.const 3) (local.get $a) (local.get $b)))
    (if (i32.ne (local.get $made) (i32.const 1)) (then (return (local.get $made))))
    (call $quotient (local.get $a) (local.get $b))))
