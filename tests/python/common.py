"""Shared by all drivers: programs with their rewards, the address of the service, and a service that fails."""

import json
import os
import pathlib
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

URL = os.environ["ALLPASS_URL"]
HERE = pathlib.Path(__file__).parent
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
