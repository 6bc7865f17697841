heights = [*map(int, input().split())]
print()
for level in range(max(heights), 0, -1):
    print(''.join('#' if height >= level else '.' for height in heights))
