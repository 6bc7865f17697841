# problem: tide-table
# expect: reward 0
# why: lifts the recursion limit and falls

import sys

sys.setrecursionlimit(2**31 - 1)


def fall(depth):
    return fall(depth + 1) + 1


print(fall(0))
