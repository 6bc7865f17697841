import sys
from itertools import permutations


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    cost = [data[2 + i * n : 2 + i * n + n] for i in range(n)]
    rules = [(data[k] - 1, data[k + 1] - 1) for k in range(2 + n * n, 2 + n * n + 2 * m, 2)]
    best = None
    best_order = None
    place = [0] * n
    # All orders, in lexicographic order: the first one with the least tape stays.
    for order in permutations(range(n)):
        for i in range(n):
            place[order[i]] = i
        if any(place[a] > place[b] for a, b in rules):
            continue
        total = 0
        for i in range(n):
            row = cost[order[i]]
            for j in range(i + 1, n):
                total += row[order[j]]
        if best is None or total < best:
            best = total
            best_order = order
    if best is None:
        print(-1)
    else:
        print(best)
        print(*(i + 1 for i in best_order))


main()
