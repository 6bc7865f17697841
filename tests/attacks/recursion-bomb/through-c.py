# problem: tide-table
# expect: reward 0
# why: recurses through C code, where each level costs the browser's own stack

import functools
import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])

    def __eq__(self, other):
        return [self] == [other]


print(functools.reduce(lambda a, b: a == b, [Deep(), Deep()]))
