n = int(input())
for row in range(n):
    print(' ' * (n - 1 - row) + '*' * (2 * row + 1))
