import sys

MOD = 998244353


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, weight = data[0], data[1]
    spices = list(zip(data[2::2], data[3::2]))

    # ways[x]: blends of weight x. The factor of a spice is (1 - x^span) / (1 - x^w), span = w * (c + 1).
    ways = [0] * (weight + 1)
    ways[0] = 1
    for w, c in spices:
        span = w * (c + 1)
        for x in range(w, weight + 1):
            ways[x] = (ways[x] + ways[x - w]) % MOD
        for x in range(weight, span - 1, -1):
            ways[x] = (ways[x] - ways[x - span]) % MOD

    # Taking one spice out again multiplies by (1 - x^w) / (1 - x^span); only the term of `weight` is needed.
    out = []
    for w, c in spices:
        span = w * (c + 1)
        without = sum(ways[weight::-span]) - (sum(ways[weight - w::-span]) if w <= weight else 0)
        out.append((ways[weight] - without) % MOD)
    print("\n".join(map(str, out)))


main()
