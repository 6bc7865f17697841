# problem: tide-table
# expect: reward 0
# why: starts workers inside the worker, each with the same plan

import js

SOURCE = "for (;;) new Worker(self.location.href)"
for _ in range(200):
    for name in ("Worker", "SharedWorker"):
        try:
            getattr(js, name).new(js.location.href)
        except BaseException:
            pass
        try:
            getattr(js, name).new("data:text/javascript," + SOURCE)
        except BaseException:
            pass
print("busy")
