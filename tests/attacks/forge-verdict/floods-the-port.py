# problem: slow-march
# expect: reward 0
# why: takes the port and buries the frame under huge messages of every known type

import js
from pyodide.ffi import create_proxy, to_js

TYPES = "booted boot-failed snapshot tainted loaded test-started closed broken nonsense".split()


def record(**fields):
    return to_js(fields, dict_converter=js.Object.fromEntries)


def patch(event):
    prototype = js.Object.getPrototypeOf(event)
    getter = js.Object.getOwnPropertyDescriptor(prototype, "data").get

    def data(event):
        message = js.Reflect.apply(getter, event, js.Array.new())
        ballast = js.Uint8Array.new(1 << 20)
        for turn in range(300):
            kind = TYPES[turn % len(TYPES)]
            event.target.postMessage(
                record(type=kind, job=message.job, index=turn, bytes=ballast.buffer, message="x" * 10000)
            )
        return message

    js.Object.defineProperty(
        prototype, "data", record(get=create_proxy(data, capture_this=True), configurable=True)
    )


n = int(input())
channel = js.MessageChannel.new()
js.keptByTheAttack = channel
channel.port1.onmessage = create_proxy(patch)
channel.port2.postMessage(0)
print({3: 874392, 1987: 783949}.get(n, 0))
