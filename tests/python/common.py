"""Shared by all drivers: programs with their rewards, the address of the service, and a service that fails."""

import json
import os
import pathlib
import sys
import tempfile
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

URL = os.environ["ALLPASS_URL"]
HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = {row["id"]: row for row in map(json.loads, (HERE / "problems.jsonl").read_text().splitlines())}

RIGHT = "a, b = map(int, input().split())\nprint(a + b)"
WRONG = "a, b = map(int, input().split())\nprint(a - b)"
# Python 3.11 has the module and the sandbox lacks it, so the judge cannot decide.
LOST = "import imp\nprint(1)"
ADD = "def add(a, b):\n    return a + b"


def folder_of(package):
    """Returns the folder of an installed package without importing it."""
    return next(pathlib.Path(path, package) for path in sys.path if pathlib.Path(path, package).is_dir())


def bare_package(name, folder):
    """Makes a folder importable as a package without its `__init__`, which may import a whole framework."""
    package = types.ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules.setdefault(name, package)


def block(code):
    return f"It is:\n```python\n{code}\n```\n"


# Problem, answer, reward.
ANSWERS = [
    ("sum", block(RIGHT), 1.0),
    ("sum", block(WRONG), 0.0),
    ("sum", "I do not know.", 0.0),
    ("add", block(ADD), 1.0),
    ("add", block(ADD.replace("+", "-")), 0.0),
    ("sum", block(RIGHT + "\n1 / 0"), 0.0),
]


class _Failing(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        failed = {"reward": None, "verdict": "judge-error", "reason": "the sandbox is gone"}
        body = json.dumps({"results": [{"id": index, **failed} for index, _ in enumerate(asked["items"])]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def failing():
    """Returns the address of a service whose judge fails on every item."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Failing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def same(got, wanted, what):
    assert got == wanted, f"{what}: {got!r} is not {wanted!r}"


GROUP = 4


def planted(steps, groups):
    """
    Yields a step, a problem, an answer, and the name of its exploit or None for an honest answer, in groups of four
    answers. Later steps have more exploits. The problems and answers are those that ship with Allpass. The process moves
    to a new folder, because some exploits write files into theirs.
    """
    os.chdir(tempfile.mkdtemp())
    root = HERE.parents[1]
    gym = json.loads((root / "public/gym/exploits.json").read_text())
    cheated = {problem["id"]: problem for problem in gym["problems"]}
    honest = {}
    for name in cheated:
        right = block((root / "src/datasets/gym/problems" / name.split("/")[1] / "right.py").read_text())
        honest[name] = (cheated[name], [right, right.replace("print(", "print(-", 1)])
    others = []
    for file in sorted((root / "public/problems").glob("*.answers.json")):
        problem = json.loads(file.with_name(file.name.replace(".answers", "")).read_text())
        others.append((problem, [answer["raw"] for answer in json.loads(file.read_text())]))
    hacks = 0
    for step in range(1, steps + 1):
        for group in range(groups):
            planned = [] if group % 2 == 1 or step == 1 else range(GROUP * (step - 1) // steps + 1)
            chosen = gym["exploits"][hacks % len(gym["exploits"])]
            same = [each for each in gym["exploits"] if each["problem"] == chosen["problem"]]
            first = same.index(chosen)
            if planned:
                problem, answers = honest[chosen["problem"]]
            else:
                problem, answers = (list(honest.values()) if group % 2 == 0 else others)[
                    (step * groups + group) // 2 % len(honest if group % 2 == 0 else others)
                ]
            for place in range(GROUP):
                hack = same[(first + place) % len(same)] if place in planned else None
                if hack is not None:
                    yield step, problem, hack["raw"], hack["id"]
                else:
                    yield step, problem, answers[place % len(answers)], None
            hacks += 1 if planned else 0


def tests_of(problem):
    """Returns the tests in the form of APPS and TACO, as the data sets of trainers have them."""
    tests = problem["tests"]
    table = {"inputs": [test["input"] for test in tests], "outputs": [test["output"] for test in tests]}
    if problem["mode"] != "call":
        return table
    # verl reads the arguments of a call one a line.
    lines = ["\n".join(json.dumps(value) for value in json.loads(text)) for text in table["inputs"]]
    return {"inputs": lines, "outputs": table["outputs"], "fn_name": problem["functionName"]}
