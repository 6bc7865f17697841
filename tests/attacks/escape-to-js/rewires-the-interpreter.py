# problem: slow-march
# expect: reward 0
# why: overwrites Pyodide's file system, streams and memory from JavaScript

import js
import pyodide_js
from pyodide.ffi import create_proxy

module = pyodide_js._module
nothing = create_proxy(lambda *_: 0)
for owner, names in (
    (module.FS, "write read open close lookupPath hashAddNode isFile isDir"),
    (module.MEMFS.stream_ops, "write read"),
    (module, "_PyObject_CallNoArgs _PyLong_AsLong _sbrk _malloc __hiwire_set"),
    (pyodide_js, "runPython setStdout"),
):
    for name in names.split():
        try:
            setattr(owner, name, nothing)
        except BaseException:
            pass
print(0)
module.HEAPU8.fill(0, 1 << 20, 4 << 20)
