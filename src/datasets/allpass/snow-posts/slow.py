import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, q, k = data[:4]
    depth = [0] * (n + 1)
    at = 4
    # Adds every snowfall post by post: up to m * n steps.
    for _ in range(m):
        left, right, amount = data[at:at + 3]
        at += 3
        for post in range(left, right + 1):
            depth[post] += amount

    # Counts every walk post by post: up to q * n steps.
    for _ in range(q):
        a, b = data[at], data[at + 1]
        at += 2
        count = 0
        for post in range(min(a, b), max(a, b) + 1):
            if depth[post] >= k:
                count += 1
        print(count)


main()
