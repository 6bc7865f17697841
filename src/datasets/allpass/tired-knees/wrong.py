import sys
from heapq import heappop, heappush


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k, r = data[:4]
    paths = [[] for _ in range(n + 1)]
    for i in range(4, 4 + 4 * m, 4):
        u, v, t, s = data[i:i + 4]
        paths[u].append((v, t, s))
        paths[v].append((u, t, s))

    # Mistake: only the earliest arrival at each place is kept, although a
    # later arrival with fresher knees can win.
    best = [None] * (n + 1)
    heap = [(0, 0, 1)]
    while heap:
        minutes, streak, place = heappop(heap)
        if best[place] is not None:
            continue
        best[place] = minutes
        for other, t, s in paths[place]:
            if best[other] is not None:
                continue
            if not s:
                heappush(heap, (minutes + t, 0, other))
            elif streak < k:
                heappush(heap, (minutes + t, streak + 1, other))
            else:
                heappush(heap, (minutes + r + t, 1, other))

    print(-1 if best[n] is None else best[n])


main()
