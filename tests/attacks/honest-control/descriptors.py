# problem: tide-table
# expect: reward 1
# why: os.read and os.write on the descriptors themselves, then an exit with status 0

import os

data = b""
while part := os.read(0, 7):
    data += part
numbers = sorted(set(map(int, data.split()[1:])))
gap = max([b - a for a, b in zip(numbers, numbers[1:])] or [0])
os.write(1, b"%d\n%d %d %d\n" % (len(numbers), gap, numbers[0], numbers[-1]))
os._exit(0)
