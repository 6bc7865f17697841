import sys

MOD = 998244353


def count(spices, weight):
    ways = [0] * (weight + 1)
    ways[0] = 1
    for w, c in spices:
        following = [0] * (weight + 1)
        for x in range(weight + 1):
            total = 0
            for sachets in range(min(c, x // w) + 1):
                total += ways[x - sachets * w]
            following[x] = total % MOD
        ways = following
    return ways[weight]


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, weight = data[0], data[1]
    spices = list(zip(data[2::2], data[3::2]))
    every = count(spices, weight)
    # A whole new knapsack for every spice left out, and a loop over the sachets in each.
    for i in range(n):
        print((every - count(spices[:i] + spices[i + 1:], weight)) % MOD)


main()
