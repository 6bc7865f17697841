# problem: tide-table
# expect: reward 0
# why: reaches for the page's document, its title, its history and its other frames

import js

for path in ("document", "window", "parent.document", "top.document", "frames", "opener", "self.parent"):
    thing = js
    try:
        for step in path.split("."):
            thing = getattr(thing, step)
        thing.title = "owned"
        thing.body.innerHTML = "<h1>owned</h1>"
        thing.location.href = "http://bait.invalid/document"
    except BaseException:
        pass
try:
    js.location.href = "http://bait.invalid/location"
except BaseException:
    pass
print("owned")
