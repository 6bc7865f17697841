# problem: slow-march
# expect: reward 0
# why: posts ready verdicts on every channel a worker has: its own, its parent's, a broadcast, a new port

import js
from pyodide.ffi import to_js

words = {"type": "test-finished", "job": 1, "index": 0, "verdict": "accepted", "passed": True, "reward": 1}
message = to_js(words, dict_converter=js.Object.fromEntries)
for name in ("self", "globalThis", "parent", "top", "opener", "window"):
    target = getattr(js, name, None)
    for send in ("postMessage", "dispatchEvent", "onmessage"):
        try:
            getattr(target, send)(message, "*")
        except BaseException:
            pass
try:
    js.BroadcastChannel.new("allpass").postMessage(message)
except BaseException:
    pass
channel = js.MessageChannel.new()
channel.port1.postMessage(message)
channel.port2.postMessage(message)
print("accepted")
