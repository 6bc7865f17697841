import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    cost = [data[2 + i * n : 2 + i * n + n] for i in range(n)]
    rules = data[2 + n * n :]
    before = [set() for _ in range(n)]
    for k in range(m):
        before[rules[2 * k + 1] - 1].add(rules[2 * k] - 1)
    left = set(range(n))
    order = []
    total = 0
    while left:
        best = None
        for i in sorted(left):
            if before[i] & left:
                continue
            # Tape for going first against tape for going last, among those left.
            first = sum(cost[i][j] for j in left if j != i)
            last = sum(cost[j][i] for j in left if j != i)
            if best is None or first - last < best[0]:
                best = (first - last, i, first)
        if best is None:
            print(-1)
            return
        total += best[2]
        order.append(best[1] + 1)
        left.remove(best[1])
    print(total)
    print(*order)


main()
