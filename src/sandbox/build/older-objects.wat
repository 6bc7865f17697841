;; Objects as Python 3.11 has them; linked into the interpreter by older-objects.ts.
(module
  (import "memory" "" (memory 1))
  (import "address" "PyFunction_Type" (global $function i32))
  (import "address" "PyMethod_Type" (global $method i32))
  ;; A flag of the command line, which nothing reads once Python runs: functions at work that need hashes of slices.
  (import "address" "Py_VerboseFlag" (global $hashing i32))
  (import "function" "PyObject_HashNotImplemented" (func $refuse (param i32) (result i32)))
  (import "function" "Py_NewRef" (func $hold (param i32) (result i32)))
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
    (call $method_of_class (local.get $method) (local.get $object) (local.get $class))))
