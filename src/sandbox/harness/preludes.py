"""Lists the names that each grader defines before a program, and the names that it removes.

The order matters, because a later line may rebind a name: the module `bisect` replaces the function `bisect`.
Sources: rllm-org/rllm 9beb6e0 rllm/rewards/code_utils/livecodebench.py; LiveCodeBench/LiveCodeBench 28fef95
lcb_runner/evaluation/testing_util.py; verl 0.9.1 verl/utils/reward_score/; nemo-gym 0.7.0
resources_servers/code_gen/lcb_integration/testing_util.py; allenai/open-instruct e6c3044 open_instruct/code_utils/;
stochi0/research-environments 1f95879 environments/code_env/; huggingface/evaluate a7dd338 metrics/code_eval/execute.py.
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
# Names of `os` that the guard of a grader keeps, and names that it removes in addition.
_KEPT_IN_OS = {"open-instruct": {"kill", "fork"}}
_KEEPS_PUTENV = {"rllm"}
_KEEPS_HELP = {"open-instruct"}
_LOSES_EXIT = {"reward-kit", "prime-code", "open-instruct", "lm-eval"}
_DIGITS = {"lcb": 50000, "nemo-gym": 1 << 20}
_STARRED = {"lcb", "nemo-gym", "open-instruct", "prime-code", "sandbox-fusion"}
_DEPTH = {"lcb": 50000, "nemo-gym": 50000, "open-instruct": 50000, "prime-code": 600000}
# reward-kit has a separate list: fw-ai-external/reward-kit 9889152 reward_kit/rewards/code_execution.py
_LOST_TO_REWARD_KIT = "system popen execl execve fork remove removedirs rmdir unlink access"


def _names(table):
    rows = [line.split() for line in table.strip().splitlines()]
    return [f"from {module} import {', '.join(names)}" for module, *names in rows]


def _modules(names):
    return [f"import {name}" for name in names.split()]


def _arrays(source):
    """Returns imports of numpy and pandas for programs that mention them, if this device has them."""
    lines = []
    if re.search(r"\b(np|numpy|pd|pandas)\b", source):
        for module, alias in (("numpy", "np"), ("pandas", "pd")):
            try:
                __import__(module)
            except ImportError:
                continue
            lines.append(f"import {module} as {alias}")
    return lines


_DANGEROUS = (
    "threading multiprocess multiprocessing import_os from_os shutil import_torch from_torch import_sklearn from_sklearn"
)


def refuse_dangerous(source):
    """Refuses programs as open-instruct does: those that contain one of these words, even in a comment or a string."""
    for word in _DANGEROUS.split():
        word = word.replace("_", " ")
        if word in source:
            raise PermissionError(f"open-instruct runs no program that contains {word!r}")


def prelude(grader, source):
    """Returns the import statements that the grader puts before a program."""
    if grader in _STARRED:
        stars = [f"from {module} import *" for module in [*_LCB_MODULES.split(), "builtins", "typing"]]
        lines = [*stars, *_modules(_LCB_MODULES)]
        if grader in _DEPTH:
            lines.append(f"sys.setrecursionlimit({_DEPTH[grader]})")
    else:
        lines = [*_names(_RLLM_NAMES), "from re import search as re_search", *_modules(_RLLM_MODULES)]
        lines += ["from time import time", *_arrays(source), *_names(_RLLM_LATER_NAMES)]
        lines += _modules("sys io os")
    return "\n".join(lines)


def restrict(grader, source):
    """Removes the names that the grader's `reliability_guard` removes, and sets its limits."""
    # All graders start from a plain interpreter. A prelude may raise the recursion limit.
    sys.setrecursionlimit(1000)
    sys.set_int_max_str_digits(_DIGITS.get(grader, 4300))
    builtins.quit = None
    if grader in _LOSES_EXIT:
        builtins.exit = None
    if grader == "reward-kit":
        for name in _LOST_TO_REWARD_KIT.split():
            setattr(os, name, None)
        return
    if grader not in _KEEPS_HELP:
        builtins.help = None
    for name in _LOST_FROM_OS.split():
        if name not in _KEPT_IN_OS.get(grader, ()):
            setattr(os, name, None)
    if grader not in _KEEPS_PUTENV:
        os.putenv = None
    shutil.rmtree = shutil.move = shutil.chown = None
    if "subprocess" in source:
        import subprocess

        subprocess.Popen = None
    for name in _LOST_MODULES.split():
        sys.modules[name] = None
    if grader == "prime-code":
        sys.modules["subprocess"] = sys.modules["ctypes"] = None
