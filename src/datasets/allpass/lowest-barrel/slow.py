import heapq
import sys


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    heap = [(level, i) for i, level in enumerate(data[2:2 + n])]
    heapq.heapify(heap)

    # One heap operation for every bucket.
    for _ in range(m):
        level, i = heap[0]
        heapq.heapreplace(heap, (level + 1, i))

    result = [0] * n
    for level, i in heap:
        result[i] = level
    print(*result)


main()
