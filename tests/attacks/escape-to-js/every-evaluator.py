# problem: tide-table
# expect: reward 0
# why: runs text as JavaScript by every road there is

import js

CODE = "globalThis.escaped = 1; postMessage('escaped')"
ROADS = [
    lambda: js.eval(CODE),
    lambda: js.Function.new(CODE)(),
    lambda: js.Object.getPrototypeOf(js.Promise.resolve).constructor(CODE)(),
    lambda: js.setTimeout(CODE, 0),
    lambda: js.setInterval(CODE, 1),
    lambda: js.Reflect.construct(js.Function, js.Array.of(CODE))(),
    lambda: __import__("pyodide.code").code.run_js(CODE),
    lambda: js.importScripts("data:text/javascript," + CODE),
    lambda: js.Worker.new("data:text/javascript," + CODE),
    lambda: js.Worker.new(js.URL.createObjectURL(js.Response.new(CODE).blob())),
    lambda: js.self.constructor.constructor(CODE)(),
]
for road in ROADS:
    try:
        road()
    except BaseException:
        pass
print(getattr(js, "escaped", 0))
