import sys
from itertools import accumulate


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]

    smallest = [0] * (n + 1)
    for p in range(2, n + 1):
        if smallest[p] == 0:
            for k in range(p, n + 1, p):
                if smallest[k] == 0:
                    smallest[k] = p

    # Mistake: a repeated prime factor is counted more than once.
    lit = [0] * (n + 1)
    for k in range(2, n + 1):
        lit[k] = lit[k // smallest[k]] ^ 1

    prefix = list(accumulate(lit))
    out = []
    for i in range(2, 2 + 2 * q, 2):
        out.append(prefix[data[i + 1]] - prefix[data[i] - 1])
    print("\n".join(map(str, out)))


main()
