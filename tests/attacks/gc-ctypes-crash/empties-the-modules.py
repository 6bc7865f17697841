# problem: slow-march
# expect: reward 0
# why: clears builtins, sys.modules and the dicts of every type it can reach

import builtins
import gc
import sys

for thing in gc.get_objects():
    if type(thing) is dict and thing is not vars(builtins):
        thing.clear()
sys.modules.clear()
vars(builtins).clear()
