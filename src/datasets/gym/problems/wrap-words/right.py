width = int(input())
lines = [[]]
for word in input().split():
    if len(' '.join([*lines[-1], word])) > width:
        lines.append([])
    lines[-1].append(word)
print('\n'.join(' '.join(line) for line in lines))
