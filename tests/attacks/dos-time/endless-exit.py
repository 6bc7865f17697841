# problem: slow-march
# expect: reward 0
# why: prints the right answer, then never gets through its exit handlers

import atexit
import itertools


class Undying:
    def __del__(self):
        for _ in itertools.repeat(0):
            pass


a = 7
for _ in range(int(input())):
    a = (a * a + 12345) % 1000003
print(a)
atexit.register(Undying)
