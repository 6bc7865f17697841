"""Runs many programs in one interpreter. The engine restores the memory between calls, so each call is alone.

The names PROGRAMS, PREAMBLE, FUNCTION, SECONDS, STOPS and MARK stand above this text. All programs are compiled while the
bundle loads. A call runs one of them as a new module. A script reads its input from descriptor 0, and its printed text is
the result. A program that keeps nothing in the interpreter may run on several inputs in one call.
"""

import ast
import atexit
import builtins
import linecache
import io
import os
import signal
import sys
import time
import types

_FILE = "solution.py"
_INPUT = "/tmp/.input"
_set_timer = signal.setitimer
_clock = time.perf_counter
_streams = sys.stdout, sys.stderr
_late = []
# Other errors may be those of this interpreter alone, and the engine looks at them itself.
_PLAIN = frozenset(
    "IndexError KeyError TypeError NameError UnboundLocalError AttributeError ZeroDivisionError AssertionError".split()
    + "ValueError EOFError StopIteration".split()
)


class BundleTimeLimit(BaseException):
    """The program ran longer than its limit. The interpreter goes on, unlike after the engine's own limit."""


class BundleBroken(BaseException):
    """The executions of a call have to run one by one."""


class BundleSyntaxError(BaseException):
    """The program does not compile."""


def _ring(number, frame):
    _late.append(number)
    raise BundleTimeLimit


def _compiled(source):
    try:
        return compile(source, _FILE, "exec", dont_inherit=True)
    except BaseException as error:
        return error


_CODES = [_compiled(source) for source in PROGRAMS]
_PREAMBLE = compile(PREAMBLE, "preamble.py", "exec", dont_inherit=True)
# Names that a function of the preamble uses are those of its module, so only other preambles run once for all programs.
_SHARED = None
if PREAMBLE and not any(isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)) for node in ast.walk(ast.parse(PREAMBLE))):
    _SHARED = {"__builtins__": builtins}
    exec(_PREAMBLE, _SHARED)
signal.signal(signal.SIGALRM, _ring)


def _open_input(text):
    out = os.open(_INPUT, os.O_WRONLY | os.O_CREAT)
    data = memoryview(text.encode(errors="replace"))
    while data:
        data = data[os.write(out, data) :]
    os.close(out)
    given = os.open(_INPUT, os.O_RDONLY)
    os.dup2(given, 0)
    os.close(given)
    os.unlink(_INPUT)


def _module_of(source):
    module = types.ModuleType("solution" if FUNCTION else "__main__")
    names = module.__dict__
    if _SHARED is not None:
        names.update(_SHARED)
    names.update(__name__=module.__name__, __builtins__=builtins, __file__=_FILE)
    if not FUNCTION:
        names["__annotations__"] = {}
    sys.modules[module.__name__] = module
    sys.argv = [_FILE]
    linecache.cache[_FILE] = (len(source), None, source.splitlines(True), _FILE)
    if PREAMBLE and _SHARED is None:
        exec(_PREAMBLE, names)
    if FUNCTION and PREAMBLE and "class Solution" not in source:
        names.pop(FUNCTION, None)
    return names


def _run_script(code, names):
    try:
        exec(code, names)
    except SystemExit as end:
        if isinstance(end.code, str) and sys.stderr is not None:
            print(end.code, file=sys.stderr)
    finally:
        atexit._run_exitfuncs()


def _call_function(code, names, arguments):
    exec(code, names)
    holder = names.get("Solution")
    if isinstance(holder, type) and hasattr(holder, FUNCTION):
        return getattr(holder(), FUNCTION)(*arguments)
    if FUNCTION in names:
        return names[FUNCTION](*arguments)
    raise NameError(f"the program defines no function {FUNCTION!r}")


def _run(program, given):
    code = _CODES[program]
    if isinstance(code, BaseException):
        raise BundleSyntaxError(f"{type(code).__name__}: {code}")
    if not FUNCTION:
        _open_input(given)
    names = _module_of(PROGRAMS[program])
    _set_timer(signal.ITIMER_REAL, SECONDS, 0.05)
    try:
        return _call_function(code, names, given) if FUNCTION else _run_script(code, names)
    finally:
        _set_timer(signal.ITIMER_REAL, 0)
        if _late:
            raise BundleTimeLimit from None


def _renew():
    """Gives the next execution the streams and the limits of a new interpreter, and ends the text of the last one."""
    for stream in {sys.stdout, *_streams}:
        stream.flush()
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = _streams
    _late.clear()
    sys.setrecursionlimit(_LEVELS)
    if FUNCTION:
        return
    _streams[0].write(MARK)
    stale = sys.stdin
    raw = io.FileIO(0, "r", closefd=False)
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(raw, 1 << 16), encoding="utf-8", errors="strict")
    sys.stdin.mode = "r"
    for name in ("stdin", "__stdin__"):
        if _SHARED is not None and _SHARED.get(name) is stale:
            _SHARED[name] = sys.stdin


_LEVELS = sys.getrecursionlimit()


def run_bundled(program, inputs):
    """Runs a program on texts of inputs, or on lists of arguments. A single one ends the call as it ends the program."""
    if len(inputs) == 1:
        return _run(program, inputs[0])
    ends = []
    for given in inputs:
        begun = _clock()
        try:
            end = ["value", 0, _run(program, given)]
        except BundleTimeLimit:
            end = ["late", 0]
        except Exception as error:
            name, message = type(error).__name__, str(error)
            if name not in _PLAIN or " C " in message or "2147483647" in message or "maxsize" in message:
                raise BundleBroken from None
            end = ["error", 0, name, message[:200]]
        end[1] = int(1e6 * (_clock() - begun))
        ends.append(end)
        if end[0] == "late" and STOPS:
            break
        try:
            _renew()
        except Exception:
            raise BundleBroken from None
    return ends
