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
    # As CPython leaves: a number is cut to its lowest byte (True is 1), anything else is said and counts as 1.
    _status = _leave.code
    if _status is None:
        _status = 0
    elif isinstance(_status, int):
        _status = int(_status)
        _status = _status & 255 if -(2**63) <= _status < 2**63 else 255
    else:
        _said.write(str(_status))
        _status = 1
except BaseException as _error:
    _status = 3
    _said.write(type(_error).__name__ + ": " + str(_error))
sys.__stdout__.write(json.dumps({"status": _status, "said": _said.getvalue()[:2000]}))
