# problem: tide-table
# expect: reward 0
# why: looks for the removed globals behind prototypes, constructors, errors and other realms

import js

found = []
WANTED = "fetch Worker XMLHttpRequest WebSocket indexedDB caches importScripts BroadcastChannel".split()
holders = [js.globalThis, js.self]
try:
    while len(holders) < 9:
        holders.append(js.Object.getPrototypeOf(holders[-1]))
except BaseException:
    pass
for holder in holders:
    for name in WANTED:
        try:
            if js.Reflect.has(holder, name) and js.Reflect.get(holder, name, js.self):
                found.append(name)
        except BaseException:
            pass
for build in (
    lambda: js.structuredClone(js.self),
    lambda: js.Reflect.construct(js.EventTarget, js.Array.new(), js.self.constructor),
    lambda: js.ShadowRealm.new(),
    lambda: js.Event.new("message").view,
    lambda: js.AbortSignal.timeout(1).constructor.constructor("return fetch")(),
):
    try:
        found.append(str(build()))
    except BaseException:
        pass
print(*found)
