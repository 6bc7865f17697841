# problem: slow-march
# expect: reward 0
# why: prints too much, swallows the error, and then gives the right answer on a fresh stream

import os
import sys

a = 7
for _ in range(int(input())):
    a = (a * a + 12345) % 1000003
try:
    for _ in range(200):
        os.write(1, b" " * (1 << 16))
except OSError:
    pass
sys.stdout = open(1, "w", closefd=False)
print(a)
