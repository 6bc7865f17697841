import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n = data[0]
    heights = data[1 : n + 1]
    rank_of = {h: r for r, h in enumerate(sorted(set(heights)), 1)}
    ranks = [rank_of[h] for h in heights]
    top = len(rank_of)

    # lower[j]: the days before j with a smaller height.
    lower = [0] * n
    tree = [0] * (top + 1)
    for j in range(n):
        at = ranks[j] - 1
        found = 0
        while at:
            found += tree[at]
            at &= at - 1
        lower[j] = found
        at = ranks[j]
        while at <= top:
            tree[at] += 1
            at += at & -at

    # From the right: higher = the days after j with a greater height.
    tree = [0] * (top + 1)
    later = [0] * (top + 1)
    total = 0
    for j in range(n - 1, -1, -1):
        at = ranks[j]
        found = 0
        while at:
            found += tree[at]
            at &= at - 1
        higher = n - 1 - j - found
        # Two higher days after day j, less those where they rise or are level.
        total += higher * (higher - 1) // 2
        total -= lower[j] * higher
        total -= lower[j] * later[ranks[j]]
        later[ranks[j]] += 1
        at = ranks[j]
        while at <= top:
            tree[at] += 1
            at += at & -at
    print(total)


main()
