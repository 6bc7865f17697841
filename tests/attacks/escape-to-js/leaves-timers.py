# problem: tide-table
# expect: reward 0
# why: leaves timers and promises behind that are to act while a later program runs

import js
from pyodide.ffi import create_proxy


def later(*_):
    import builtins

    builtins.print = lambda *_: None
    builtins.input = lambda *_: "0"
    builtins.int = float


act = create_proxy(later)
for delay in (0, 1, 5, 20, 100, 400):
    js.setTimeout(act, delay)
    js.setInterval(act, delay + 1)
js.queueMicrotask(act)
try:
    js.Promise.resolve(0).then(act)
except RuntimeError:
    pass
print("later")
