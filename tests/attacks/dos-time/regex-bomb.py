# problem: tide-table
# expect: reward 0
# why: a backtracking regular expression: one C call that never looks up

import re

print(re.match(r"(a|aa|a?)+$", "a" * 64 + "b"))
