import sys

MOD = 998244353


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, weight = data[0], data[1]
    spices = list(zip(data[2::2], data[3::2]))

    ways = [0] * (weight + 1)
    ways[0] = 1
    for w, c in spices:
        span = w * (c + 1)
        for x in range(w, weight + 1):
            ways[x] = (ways[x] + ways[x - w]) % MOD
        for x in range(weight, span - 1, -1):
            ways[x] = (ways[x] - ways[x - span]) % MOD

    # Lays one sachet aside and lets the others be any blend of the remaining weight: that blend may
    # already hold all c sachets, and then there would be c + 1 of them.
    for w, c in spices:
        print(ways[weight - w] if w <= weight else 0)


main()
