import sys


def is_on(k: int) -> bool:
    presses = 0
    p = 2
    while p * p <= k:
        if k % p == 0:
            presses += 1
            while k % p == 0:
                k //= p
        p += 1
    if k > 1:
        presses += 1
    return presses % 2 == 1


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    q = data[1]
    # Every question factors every lamp of its stretch again.
    for i in range(2, 2 + 2 * q, 2):
        print(sum(is_on(k) for k in range(data[i], data[i + 1] + 1)))


main()
