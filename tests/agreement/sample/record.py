"""Records the results of native Python 3.11 for programs of the bundled problems: `python3.11 record.py` writes three files.

`problems.jsonl` has the problems of `public/problems/`, with their tests of moderate size. `samples.jsonl` has, for each,
the right program, the wrong one, and mutants of the right one: one operator, number, name or statement of it is another,
chosen by a fixed seed. `native.jsonl` says what each program did, in a process of its own for every test: `verdict`,
`reward`, and `first_failed`, the index of the first test that failed. Where a program takes long on any test it is left
out: the clock decides nothing here.
"""

import ast
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
from decimal import Decimal

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]
SOURCES = ROOT / "src" / "datasets" / "allpass"
SHIPPED = ROOT / "public" / "problems"
MOST_CHARACTERS = 4000
MUTANTS = 6
# Processor time, which does not depend on other work of the machine.
LONGEST_SECONDS = 0.3
HANGS_AFTER_SECONDS = 20
MARK = "\n==returned== "

# Calls a function as the judge does: by its name, or as a method of `Solution`.
CALLER = """
import json, sys
given = json.load(sys.stdin)
names = {"__name__": "solution"}
exec(compile(given["code"], "solution.py", "exec"), names)
function = names.get(given["name"]) or getattr(names["Solution"](), given["name"])
value = function(*given["arguments"])
print(given["mark"] + json.dumps(list(value) if isinstance(value, tuple) else value, default=lambda _: None))
"""


def problems():
    for folder in sorted(SOURCES.iterdir()):
        problem = json.loads((SHIPPED / f"{folder.name}.json").read_text())
        tests = [test for test in problem["tests"] if len(test["input"]) + len(test["output"]) <= MOST_CHARACTERS]
        row = {"id": problem["id"], "source": "allpass", "mode": problem["mode"], "prompt": problem["title"]}
        if problem["mode"] == "call":
            row["fn_name"] = problem["functionName"]
            # Kept as text, so that integers of any size do not change.
            parts = [f'{{"input":{test["input"]},"output":{test["output"]}}}' for test in tests]
        else:
            parts = [json.dumps({"input": test["input"], "output": test["output"]}) for test in tests]
        line = f'{json.dumps(row)[:-1]}, "license": "MIT", "tests": [{",".join(parts)}]}}'
        yield folder, {**row, "tests": tests}, line


SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "sorted": "list", "sum": "len", "len": "sum", "int": "str", "append": "add"}


def change(node):
    """Changes a node in place. Returns False if no change is known for its kind."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        node.ops[0] = SWAPS[type(node.ops[0])]()
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in SWAPS:
        node.op = SWAPS[type(node.op)]()
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Name) and node.id in NAMES:
        node.id = NAMES[node.id]
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        node.attr = NAMES[node.attr]
    elif isinstance(node, (ast.For, ast.While, ast.If, ast.FunctionDef)) and len(node.body) > 1:
        node.body.pop()
    elif isinstance(node, ast.Return) and node.value is not None:
        node.value = None
    else:
        return False
    return True


def mutants(source, seed):
    """Yields programs that differ from this one in one node, in a random order."""
    count = sum(1 for _ in ast.walk(ast.parse(source)))
    places = list(range(count))
    random.Random(seed).shuffle(places)
    for place in places:
        tree = ast.parse(source)
        if change(list(ast.walk(tree))[place]):
            yield ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def run(problem, code, given):
    """Returns the printed or returned value, or a verdict if the program fails."""
    with tempfile.TemporaryDirectory() as folder:
        main = pathlib.Path(folder, "main.py")
        if problem["mode"] == "call":
            main.write_text(CALLER)
            given = json.dumps(
                {"code": code, "name": problem["fn_name"], "arguments": json.loads(given), "mark": MARK}
            )
        else:
            main.write_text(code)
        try:
            done = subprocess.run(
                [sys.executable, "-X", "utf8", "main.py"],
                cwd=folder, input=given, capture_output=True, text=True, timeout=HANGS_AFTER_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return None, "time-limit-exceeded"
    return (done.stdout, None) if done.returncode == 0 else (None, "runtime-error")


def spent_seconds():
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def lines_of(text):
    return [line.strip() for line in text.strip().split("\n")]


def same_text(expected, got):
    """Compares by the rule of LiveCodeBench: equal lines, or equal numbers in a line."""
    one, other = lines_of(expected), lines_of(got)
    if len(one) != len(other):
        return False
    for a, b in zip(one, other):
        try:
            if a != b and [Decimal(word) for word in a.split()] != [Decimal(word) for word in b.split()]:
                return False
        except ArithmeticError:
            return False
    return True


def is_right(problem, test, printed):
    if problem["mode"] == "call":
        return json.loads(printed[printed.rindex(MARK) + len(MARK) :]) == json.loads(test["output"])
    return same_text(test["output"], printed)


def grade(problem, code):
    """Returns the row of a program; None if it takes too long."""
    try:
        compile(code, "solution.py", "exec")
    except SyntaxError:
        return {"verdict": "syntax-error", "reward": 0, "first_failed": 0}
    for index, test in enumerate(problem["tests"]):
        begun = spent_seconds()
        printed, failure = run(problem, code, test["input"])
        if failure == "time-limit-exceeded" or spent_seconds() - begun > LONGEST_SECONDS:
            return None
        if failure is None and not is_right(problem, test, printed):
            failure = "wrong-answer"
        if failure is not None:
            return {"verdict": failure, "reward": 0, "first_failed": index}
    return {"verdict": "accepted", "reward": 1, "first_failed": None}


def programs(folder, problem):
    """Returns pairs of a name and a program with its result, only a few with the same result."""
    right = (folder / "right.py").read_text()
    for kind in ("right", "wrong"):
        code = (folder / f"{kind}.py").read_text()
        yield kind, code, grade(problem, code)
    # A program with a syntax error.
    broken = right.rstrip("\n") + ")\n"
    yield "broken", broken, grade(problem, broken)
    fates = {}
    made = 0
    for code in mutants(right, problem["id"]):
        if made == MUTANTS:
            return
        row = grade(problem, code)
        if row is None:
            continue
        fate = (row["verdict"], row["first_failed"])
        fates[fate] = fates.get(fate, 0) + 1
        if fates[fate] <= 2:
            made += 1
            yield f"mutant-{made}", code, row


def main():
    if sys.version_info[:2] != (3, 11):
        sys.exit("this records what Python 3.11 does: run it with that")
    lines = {"problems": [], "samples": [], "native": []}
    for folder, problem, line in problems():
        lines["problems"].append(line)
        for name, code, row in programs(folder, problem):
            if row is None:
                continue
            ids = {"problem_id": problem["id"], "id": name}
            lines["samples"].append(json.dumps({**ids, "code": code}))
            lines["native"].append(json.dumps({"problem_id": problem["id"], "sample_id": name, **row}))
    for name, rows in lines.items():
        (HERE / f"{name}.jsonl").write_text("\n".join(rows) + "\n")
    print(f"{len(lines['samples'])} programs of {len(lines['problems'])} problems")


if __name__ == "__main__":
    main()
