def count_ways(prices, postage):
    # The ways follow a linear recurrence whose order is the sum of the prices.
    order = sum(prices)
    ways = [0] * order
    ways[0] = 1
    for price in prices:
        for amount in range(price, order):
            ways[amount] += ways[amount - price]
    # Its characteristic polynomial is the product of x**p - 1.
    poly = [1]
    for price in prices:
        grown = [0] * (len(poly) + price)
        for i, c in enumerate(poly):
            grown[i + price] += c
            grown[i] -= c
        poly = grown
    terms = [(i, c) for i, c in enumerate(poly[:-1]) if c]

    def reduce(a):
        for top in range(len(a) - 1, order - 1, -1):
            c = a[top]
            if c:
                for i, t in terms:
                    a[top - order + i] -= c * t
        return a[:order]

    def square(a):
        product = [0] * (2 * len(a) - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(a, i):
                product[j] += x * y
        return product

    # x**postage modulo the polynomial, bit by bit, on polynomials of full length.
    power = [1] + [0] * (order - 1)
    for bit in bin(postage)[2:]:
        power = reduce(square(power))
        if bit == "1":
            power = reduce([0] + power)
    return sum(c * w for c, w in zip(power, ways))
