import sys

n, *rows = sys.stdin.read().splitlines()
items = [(name, int(price)) for name, price in map(str.split, rows[: int(n)])]
print('RECEIPT')
for name, price in sorted(items, key=lambda item: (-item[1], item[0])):
    print(name, price)
print('TOTAL', sum(price for _, price in items))
