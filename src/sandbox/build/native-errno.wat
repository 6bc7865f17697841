;; Numbers and texts of the system's errors as Linux has them; linked into the interpreter by native-errno.ts. A function
;; of Python's own (harness/errors.py), which `sys` holds under a name of ours, takes the arguments of the exception and
;; returns others.
(module
  (import "address" "hook" (global $hook i32))
  (import "function" "PySys_GetObject" (func $of_sys (param i32) (result i32)))
  (import "function" "PyObject_CallOneArg" (func $call_with (param i32 i32) (result i32)))
  (import "function" "PyErr_Clear" (func $clear))
  (import "function" "Py_DecRef" (func $release (param i32)))
  (import "function" "PyObject_Call" (func $call (param i32 i32 i32) (result i32)))

  (func (export "PyErr_SetFromErrnoWithFilenameObjects PyObject_Call")
    (param $type i32) (param $args i32) (param $named i32) (result i32)
    (local $function i32) (local $native i32) (local $error i32)
    (local.set $function (call $of_sys (global.get $hook)))
    (if (local.get $function)
      (then (local.set $native (call $call_with (local.get $function) (local.get $args)))))
    (if (i32.eqz (local.get $native))
      (then
        (call $clear)
        (return (call $call (local.get $type) (local.get $args) (local.get $named)))))
    (local.set $error (call $call (local.get $type) (local.get $native) (local.get $named)))
    (call $release (local.get $native))
    (local.get $error)))
