# problem: tide-table
# expect: reward 0
# why: runs its own code inside the collector, with objects that come back from the dead

import gc
import sys
import weakref

graves = []


class Undead:
    def __init__(self):
        self.loop = self

    def __del__(self):
        graves.append(self)
        Undead()


gc.callbacks.append(lambda *_: graves.append(weakref.ref(Undead())))
gc.set_threshold(1)
sys.setswitchinterval(1e-9)
for _ in range(2000):
    Undead()
gc.freeze()
print(len(graves))
