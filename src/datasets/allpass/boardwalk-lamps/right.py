import sys
from itertools import accumulate


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]

    # lit[k] is the parity of the number of distinct primes that divide k.
    lit = [0] * (n + 1)
    composite = bytearray(n + 1)
    for p in range(2, n + 1):
        if composite[p]:
            continue
        for k in range(p, n + 1, p):
            composite[k] = 1
            lit[k] ^= 1

    prefix = list(accumulate(lit))
    out = []
    for i in range(2, 2 + 2 * q, 2):
        out.append(prefix[data[i + 1]] - prefix[data[i] - 1])
    print("\n".join(map(str, out)))


main()
