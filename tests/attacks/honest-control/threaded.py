# problem: slow-march
# expect: reward 1
# why: the competition idiom: a higher recursion limit, a large stack, one thread

import sys
import threading


def march(a, n):
    return a if n == 0 else march((a * a + 12345) % 1000003, n - 1)


def main():
    print(march(7, int(input())))


sys.setrecursionlimit(1 << 25)
threading.stack_size(1 << 27)
thread = threading.Thread(target=main)
thread.start()
thread.join()
