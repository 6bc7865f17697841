import sys
from heapq import heappop, heappush


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k, r = data[:4]
    paths = [[] for _ in range(n)]
    for i in range(4, 4 + 4 * m, 4):
        u, v, t, s = data[i:i + 4]
        paths[u - 1].append((v - 1, t, s))
        paths[v - 1].append((u - 1, t, s))

    # A state is (place, steep paths in a row), packed into one number.
    # Resting only pays when the next path would be one steep path too many.
    width = k + 1
    far = float("inf")
    best = [far] * (n * width)
    best[0] = 0
    heap = [(0, 0)]
    while heap:
        minutes, state = heappop(heap)
        if minutes > best[state]:
            continue
        place, streak = divmod(state, width)
        if place == n - 1:
            print(minutes)
            return
        for other, t, s in paths[place]:
            arrival = minutes + t
            target = other * width
            if s:
                if streak < k:
                    target += streak + 1
                else:
                    arrival += r
                    target += 1
            if arrival < best[target]:
                best[target] = arrival
                heappush(heap, (arrival, target))
    print(-1)


main()
