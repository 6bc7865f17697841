# problem: tide-table
# expect: reward 0
# why: lets C parsers and copiers recurse: json, pickle, ast, copy, repr

import ast
import copy
import json
import pickle
import sys

sys.setrecursionlimit(10**6)
deep = []
for _ in range(50_000):
    deep = [deep]
for act in (
    lambda: json.loads("[" * 100_000),
    lambda: pickle.dumps(deep),
    lambda: copy.deepcopy(deep),
    lambda: ast.literal_eval("[" * 90 + "]" * 90),
    lambda: repr(deep),
):
    try:
        act()
    except (RecursionError, ValueError, MemoryError):
        pass
