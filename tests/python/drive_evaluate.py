"""Grades by lm-eval's own task and filters. `evaluate` finds the local folder `code_eval` first."""

import os
import pathlib
import shutil
import sys

from common import same

adapters = pathlib.Path(__file__).parents[2] / "public" / "adapters"
shutil.copytree(adapters / "code_eval", "code_eval", dirs_exist_ok=True)
os.environ["HF_HUB_OFFLINE"] = "1"
# The original metric requires this setting, because it runs programs on this machine.
os.environ.pop("HF_ALLOW_CODE_EVAL", None)

import evaluate  # noqa: E402

metric = evaluate.load("code_eval")
right, wrong = "def add(a, b):\n    return a + b", "def add(a, b):\n    return a * b"
asked = {"references": ["assert add(2, 3) == 5", "assert add(1, 1) == 2"], "predictions": [[right, wrong], [wrong, wrong]]}
figures, results = metric.compute(**asked, k=[1, 2])
same({name: round(value, 6) for name, value in figures.items()}, {"pass@1": 0.25, "pass@2": 0.5}, "evaluate")
same([row["passed"] for _, row in results[0]], [True, False], "evaluate's rows")

if "lm_eval" in sys.argv:
    from lm_eval.tasks.humaneval import utils as humaneval
    from lm_eval.tasks.mbpp import utils as mbpp

    doc = {"prompt": "def add(a, b):\n"}
    programs = humaneval.build_predictions([["    return a + b\n", "    return a - b\n"]], [doc])
    test = "def check(candidate):\n    assert candidate(2, 3) == 5\ncheck(add)"
    same(humaneval.pass_at_k([test], programs, k=[1])["pass@1"], 0.5, "lm-eval's humaneval")
    [[program]] = mbpp.build_predictions([["\n" + right + "\n```"]], [{}])
    same(mbpp.pass_at_1("assert add(2, 3) == 5", [program]), 1.0, "lm-eval's mbpp")
print("evaluate: done")
