a, n = map(int, input().split())
print(a**n)
