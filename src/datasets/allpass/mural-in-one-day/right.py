import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    cost = [data[2 + i * n : 2 + i * n + n] for i in range(n)]
    rules = data[2 + n * n :]
    before = [0] * n
    for k in range(m):
        before[rules[2 * k + 1] - 1] |= 1 << (rules[2 * k] - 1)
    full = (1 << n) - 1
    none = float("inf")

    # tape[i][s]: the tape that section i costs if exactly the sections of s come later.
    tape = []
    for i in range(n):
        row = [0] * (full + 1)
        for j in range(n):
            bit = 1 << j
            price = cost[i][j]
            for s in range(bit):
                row[bit | s] = row[s] + price
        tape.append(row)

    # least[s]: the least tape of the pairs not decided yet when the sections of s are painted.
    least = [none] * (full + 1)
    least[full] = 0
    for s in range(full - 1, -1, -1):
        best = none
        for i in range(n):
            bit = 1 << i
            if not s & bit and before[i] & ~s == 0:
                total = least[s | bit]
                if total < none:
                    total += tape[i][full ^ s ^ bit]
                    if total < best:
                        best = total
        least[s] = best
    if least[0] == none:
        print(-1)
        return
    order = []
    s = 0
    while s != full:
        for i in range(n):
            bit = 1 << i
            if s & bit or before[i] & ~s:
                continue
            if least[s | bit] + tape[i][full ^ s ^ bit] == least[s]:
                order.append(i + 1)
                s |= bit
                break
    print(least[0])
    print(*order)


main()
