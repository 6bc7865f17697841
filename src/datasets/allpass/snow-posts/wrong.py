import sys
from itertools import accumulate


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, q, k = data[:4]
    change = [0] * (n + 2)
    at = 4
    for _ in range(m):
        left, right, amount = data[at:at + 3]
        at += 3
        change[left] += amount
        change[right + 1] -= amount

    deep = list(accumulate(1 if depth >= k else 0 for depth in accumulate(change)))

    # Takes it for granted that every hiker climbs (a <= b).
    out = []
    for _ in range(q):
        a, b = data[at], data[at + 1]
        at += 2
        out.append(deep[b] - deep[a - 1])
    print("\n".join(map(str, out)))


main()
