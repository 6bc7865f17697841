def comb(n, k):
    ways = 1
    for taken in range(k):
        ways = ways * (n - taken) // (taken + 1)
    return ways if k <= n else 0
