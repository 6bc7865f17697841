import sys


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, water = data[0], data[1]
    levels = data[2:2 + n]

    # Raise the k lowest barrels together until the water no longer
    # reaches the next one.
    ordered = sorted(levels)
    k = 1
    while k < n:
        step = (ordered[k] - ordered[k - 1]) * k
        if step > water:
            break
        water -= step
        k += 1

    base = ordered[k - 1] + water // k
    extra = water % k

    # Exactly k barrels started at or below base. The leftover buckets go
    # to the leftmost of them.
    for i in range(n):
        if levels[i] <= base:
            levels[i] = base
            if extra > 0:
                levels[i] += 1
                extra -= 1

    print(*levels)


main()
