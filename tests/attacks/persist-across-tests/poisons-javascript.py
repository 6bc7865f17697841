# problem: tide-table
# expect: reward 0
# why: leaves traps in the language itself for the next program in this worker

import js
from pyodide.ffi import create_proxy, to_js

trap = create_proxy(lambda *_: 0)
accessor = to_js({"get": trap, "set": trap, "configurable": False}, dict_converter=js.Object.fromEntries)
for name in ("kind", "stdout", "value", "type", "job", "index", "outcome", "inputs", "contents", "node"):
    try:
        js.Object.defineProperty(js.Object.prototype, name, accessor)
    except BaseException:
        pass
for name in ("set", "subarray", "slice", "fill"):
    setattr(js.Object.getPrototypeOf(js.Uint8Array.prototype), name, trap)
js.TextEncoder.prototype.encode = js.TextDecoder.prototype.decode = trap
js.Object.freeze(js.Array.prototype)
