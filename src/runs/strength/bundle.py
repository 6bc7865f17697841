"""Runs many programs in one interpreter. The engine restores the memory between calls, so each call is alone.

The names PROGRAMS, PREAMBLE, FUNCTION and SECONDS stand above this text. All programs are compiled while the bundle loads.
A call runs one of them as a new module. A script reads its input from descriptor 0, and its printed text is the result.
"""

import ast
import atexit
import builtins
import linecache
import os
import signal
import sys
import types

_FILE = "solution.py"
_INPUT = "/tmp/.input"
_set_timer = signal.setitimer
_late = []


class BundleTimeLimit(BaseException):
    """The program ran longer than its limit. The interpreter goes on, unlike after the engine's own limit."""


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


def run_bundled(program, given):
    """Runs a program on the text of an input, or on a list of arguments."""
    code = _CODES[program]
    if isinstance(code, BaseException):
        raise BundleSyntaxError(f"{type(code).__name__}: {code}")
    if not FUNCTION:
        _open_input(given)
    names = _module_of(PROGRAMS[program])
    if SECONDS:
        _set_timer(signal.ITIMER_REAL, SECONDS, 0.05)
    try:
        return _call_function(code, names, given) if FUNCTION else _run_script(code, names)
    finally:
        if SECONDS:
            _set_timer(signal.ITIMER_REAL, 0)
        if _late:
            raise BundleTimeLimit from None
