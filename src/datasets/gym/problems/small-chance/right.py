from math import comb

n, k = map(int, input().split())
print(f'{1 / comb(n, k):.12f}')
