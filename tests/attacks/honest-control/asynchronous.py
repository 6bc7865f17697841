# problem: slow-march
# expect: reward 1
# why: a coroutine, a scratch file, a cache and a heap on the way to the answer

import asyncio
import functools
import heapq
import tempfile


@functools.cache
def step(a):
    return (a * a + 12345) % 1000003


async def main():
    await asyncio.sleep(0)
    a = 7
    for _ in range(int(input())):
        a = step(a)
    with tempfile.TemporaryFile("w+") as file:
        file.write(str(a))
        file.seek(0)
        heap = [int(file.read())]
    heapq.heapify(heap)
    print(heapq.heappop(heap))


asyncio.run(main())
