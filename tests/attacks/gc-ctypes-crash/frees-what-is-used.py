# problem: slow-march
# expect: reward 0
# why: drops references that are not its own until the collector falls over

import ctypes
import gc

import allpass_harness

drop = ctypes.pythonapi.Py_DecRef
drop.argtypes = [ctypes.py_object]
for thing in (allpass_harness, allpass_harness.run_script, print, type, None, gc):
    for _ in range(10000):
        drop(thing)
gc.collect()
print(0)
