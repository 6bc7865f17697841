# problem: tide-table
# expect: reward 0
# why: tries to stay in the browser: service workers, shared workers, broadcasts, background tasks

import js

for act in (
    lambda: js.navigator.serviceWorker.register("data:text/javascript,1"),
    lambda: js.SharedWorker.new("data:text/javascript,1"),
    lambda: js.BroadcastChannel.new("allpass").postMessage("stay"),
    lambda: js.registration.update(),
    lambda: js.caches.open("allpass-engine-x"),
    lambda: js.navigator.locks.query(),
    lambda: js.self.skipWaiting(),
):
    try:
        act()
    except BaseException:
        pass
print("staying")
