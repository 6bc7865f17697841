# problem: slow-march
# expect: reward 0
# why: right but far too slow on one test, and restarts the frame's clock again and again meanwhile

import time

import js
from pyodide.ffi import create_proxy, to_js

n = int(input())


def record(**fields):
    return to_js(fields, dict_converter=js.Object.fromEntries)


def patch(event):
    prototype = js.Object.getPrototypeOf(event)
    descriptor = js.Object.getOwnPropertyDescriptor(prototype, "data")

    def data(event):
        message = js.Reflect.apply(descriptor.get, event, js.Array.new())
        js.stolenPort = event.target
        js.stolenJob = message.job
        js.Object.defineProperty(prototype, "data", descriptor)
        return message

    js.Object.defineProperty(
        prototype, "data", record(get=create_proxy(data, capture_this=True), configurable=True)
    )


if n == 1987:
    # The last test of the first batch: what is scheduled here runs before the next batch comes.
    channel = js.MessageChannel.new()
    js.keptByTheAttack = channel
    channel.port1.onmessage = create_proxy(patch)
    channel.port2.postMessage(0)
elif n == 1501:
    port = getattr(js, "stolenPort", None)
    job = getattr(js, "stolenJob", 0)
    for _ in range(16):
        time.sleep(0.4)
        if port is not None:
            port.postMessage(js.JSON.parse('{"type":"test-started","job":%d,"index":3}' % job))
a = 7
for _ in range(n):
    a = (a * a + 12345) % 1000003
print(a)
