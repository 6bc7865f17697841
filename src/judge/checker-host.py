# Runs a problem's checker as a script of its own, in the manner of testlib. Reads {checker, input, output, answer}
# from stdin, and prints the checker's status and what it said.
import io, json, sys

_task = json.load(sys.stdin)
for _name in ("input", "output", "answer"):
    with open("/tmp/" + _name + ".txt", "w", newline="") as _file:
        _file.write(_task[_name])
sys.argv = ["checker.py", "/tmp/input.txt", "/tmp/output.txt", "/tmp/answer.txt"]
_said = sys.stdout = sys.stderr = io.StringIO()
_status = 0
try:
    exec(compile(_task["checker"], "checker.py", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
except SystemExit as _leave:
    _status = _leave.code if isinstance(_leave.code, int) else 0 if _leave.code is None else 3
    if isinstance(_leave.code, str):
        _said.write(_leave.code)
except BaseException as _error:
    _status = 3
    _said.write(type(_error).__name__ + ": " + str(_error))
sys.__stdout__.write(json.dumps({"status": _status, "said": _said.getvalue()[:2000]}))
