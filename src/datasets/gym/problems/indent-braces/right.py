import sys

depth = 0
for line in sys.stdin.read().splitlines():
    if line.startswith('}'):
        depth -= 1
    print('    ' * depth + line)
    if line.endswith('{'):
        depth += 1
