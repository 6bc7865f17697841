word = input().strip()
print('YES' if word == word[::-1] else 'NO')
