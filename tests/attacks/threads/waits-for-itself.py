# problem: tide-table
# expect: reward 0
# why: deadlocks on locks, events, queues and an event loop that has nothing to do

import asyncio
import threading

try:
    asyncio.run(asyncio.sleep(float("inf")))
except RuntimeError:
    pass
lock = threading.Lock()
lock.acquire()
while not lock.acquire(timeout=1):
    pass
