# problem: tide-table
# expect: reward 0
# why: reads, overwrites and deletes everything a browser keeps for a page

import js

for act in (
    lambda: js.indexedDB.deleteDatabase("planted"),
    lambda: js.indexedDB.open("planted", 99),
    lambda: js.indexedDB.databases(),
    lambda: js.localStorage.clear(),
    lambda: js.sessionStorage.clear(),
    lambda: js.caches.delete("planted"),
    lambda: js.caches.keys(),
    lambda: js.cookieStore.delete("planted"),
    lambda: setattr(js.document, "cookie", "planted=0; max-age=0"),
    lambda: js.navigator.storage.getDirectory(),
    lambda: js.navigator.storage.persist(),
    lambda: js.navigator.locks.request("allpass", print),
    lambda: js.Reflect.get(js.Object.getPrototypeOf(js.self), "indexedDB", js.self).deleteDatabase("planted"),
):
    try:
        act()
    except BaseException:
        pass
print("emptied")
