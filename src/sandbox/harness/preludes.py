"""The names that a program may use without importing them, grader by grader, and the names that a grader removes.

Orders matter: a later line rebinds an earlier one's name, as `bisect` the module does `bisect` the function.
Sources: rllm-org/rllm 9beb6e0 rllm/rewards/code_utils/livecodebench.py; LiveCodeBench/LiveCodeBench 28fef95
lcb_runner/evaluation/testing_util.py.
"""

import builtins
import os
import re
import shutil
import sys

_RLLM_NAMES = """
itertools accumulate chain combinations count permutations product groupby islice repeat
copy deepcopy
string ascii_lowercase ascii_uppercase
math floor log2 log10 sqrt comb gcd ceil inf isqrt factorial atan2 pi
collections defaultdict deque Counter
bisect bisect bisect_left bisect_right insort
heapq heappush heappop heapify merge nlargest nsmallest heapreplace
functools reduce cache lru_cache cmp_to_key
random randrange shuffle
operator itemgetter sub xor or_
os.path commonprefix
typing List Tuple Dict Set Optional Union Any Callable Iterable Iterator Generator Deque
"""
_RLLM_MODULES = "copy string math collections bisect heapq functools random itertools operator re datetime"
_RLLM_LATER_NAMES = """
math log prod
collections OrderedDict
itertools zip_longest cycle pairwise
functools partial
operator iand
"""
_LCB_MODULES = (
    "string re datetime collections heapq bisect copy math random statistics itertools functools operator"
    " io sys json"
)

_LOST_FROM_OS = (
    "kill system remove removedirs rmdir fchdir setuid fork forkpty killpg rename renames truncate replace"
    " unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd chdir"
)
_LOST_MODULES = "ipdb joblib resource psutil tkinter"
# reward-kit has a list of its own: fw-ai-external/reward-kit 9889152 reward_kit/rewards/code_execution.py
_LOST_TO_REWARD_KIT = "system popen execl execve fork remove removedirs rmdir unlink access"


def _names(table):
    rows = [line.split() for line in table.strip().splitlines()]
    return [f"from {module} import {', '.join(names)}" for module, *names in rows]


def _modules(names):
    return [f"import {name}" for name in names.split()]


def _arrays(source):
    """numpy and pandas for programs that name them, where this device has them."""
    lines = []
    if re.search(r"\b(np|numpy|pd|pandas)\b", source):
        for module, alias in (("numpy", "np"), ("pandas", "pd")):
            try:
                __import__(module)
            except ImportError:
                continue
            lines.append(f"import {module} as {alias}")
    return lines


def prelude(grader, source):
    """Import statements that the grader puts before a program."""
    if grader == "lcb":
        stars = [f"from {module} import *" for module in [*_LCB_MODULES.split(), "builtins", "typing"]]
        lines = [*stars, *_modules(_LCB_MODULES), "sys.setrecursionlimit(50000)"]
    else:
        lines = [*_names(_RLLM_NAMES), "from re import search as re_search", *_modules(_RLLM_MODULES)]
        lines += ["from time import time", *_arrays(source), *_names(_RLLM_LATER_NAMES)]
        lines += _modules("sys io os")
    return "\n".join(lines)


def restrict(grader, source):
    """Takes away what the grader's `reliability_guard` takes away, and sets its limits."""
    # Both start from a plain interpreter; LiveCodeBench's prelude raises the limit on recursion itself.
    sys.setrecursionlimit(1000)
    sys.set_int_max_str_digits(50000 if grader == "lcb" else 4300)
    builtins.quit = None
    if grader == "reward-kit":
        builtins.exit = None
        for name in _LOST_TO_REWARD_KIT.split():
            setattr(os, name, None)
        return
    builtins.help = None
    for name in _LOST_FROM_OS.split():
        setattr(os, name, None)
    if grader == "lcb":
        os.putenv = None
    shutil.rmtree = shutil.move = shutil.chown = None
    if "subprocess" in source:
        import subprocess

        subprocess.Popen = None
    for name in _LOST_MODULES.split():
        sys.modules[name] = None
