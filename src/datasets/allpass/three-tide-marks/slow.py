import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n = data[0]
    h = data[1 : n + 1]
    total = 0
    for i in range(n):
        low = h[i]
        for j in range(i + 1, n):
            if h[j] > low:
                high = h[j]
                for k in range(j + 1, n):
                    if low < h[k] < high:
                        total += 1
    print(total)


main()
