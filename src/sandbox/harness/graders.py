"""Runs one submission as rLLM, LiveCodeBench and the graders derived from it do, including their faults.

In the originals each submission has one process. So all tests run in one interpreter and see the state that earlier
tests left, and the engine restores memory only before and after the job. verl's prime_code runs each test of a script in
a separate process, so memory is restored before each of these. An event that would end the process (KeyboardInterrupt,
`os._exit`, SystemExit in a call) is reported as ENDED, and the engine runs nothing more in that state. Sources:
preludes.py.
"""

import ast
import builtins
import io
import json
import linecache
import os
import sys
import types

import allpass_harness as harness
from allpass_compiling import compiled
from allpass_harness import DONE, RAISED, SYNTAX_ERROR, UNCHANGED
from allpass_preludes import prelude, refuse_dangerous, restrict
from allpass_values import equal_kinds, tagged, tagged_as_compared
from allpass_wide import wide

ENDED = 5

_MAIN_GUARD = "__name__ == '__main__'"


class _Graded:
    """The submission, by the rules of one of these graders."""

    grader = ""
    call = None
    mock_open = None
    # The stream that `from sys import stdin` binds at import time. The grader patches this object, too.
    real_stdin = None


def _wrapped(source):
    """Returns the script as a function. Top-level imports stay outside, and all other code becomes its body."""
    try:
        body = ast.parse(source).body
        if body and isinstance(body[-1], ast.If) and ast.unparse(body[-1].test) == _MAIN_GUARD:
            # Uses text, as the original does. An `else` is dropped.
            body = ast.parse(ast.unparse(body[:-1]) + "\n" + ast.unparse(body[-1].body)).body
        imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
        rest = [node for node in body if not isinstance(node, (ast.Import, ast.ImportFrom))]
        function = ast.parse("def wrapped_function(): pass").body[0]
        function.body = rest
        return ast.unparse(imports) + "\n" + ast.unparse(function)
    except Exception:
        # The text is executed unchanged, and fails then.
        return source


def _tabbed(source):
    """Returns the function as prime_code makes it: all lines except imports are indented, in strings and brackets too."""
    try:
        body = ast.parse(source).body
        if isinstance(body[-1], ast.If) and ast.unparse(body[-1].test) == _MAIN_GUARD:
            source = ast.unparse(body[:-1]) + "\n" + ast.unparse(body[-1].body)
    except Exception:
        pass
    text = ""
    begun = False
    for line in source.split("\n"):
        if not line.startswith(("from ", "import ")):
            if not begun:
                text += "stdin = sys.stdin\nstdout = sys.stdout\ndef code():\n"
                begun = True
            text += "\t"
        elif begun:
            text += "\t"
        text += line + "\n"
    return text


def source_in_form():
    """Returns the program as written or in its wide form; None if it has no wide form."""
    source = harness._read("source").decode()
    if harness._read("form") != b"wide":
        return source
    try:
        tree = wide(source, "solution.py")
    except SyntaxError:
        return None
    return tree and ast.unparse(tree)


def compiled_text(text):
    linecache.cache["solution.py"] = (len(text), None, text.splitlines(True), "solution.py")
    return compiled(text, "solution.py")


def load_graded():
    """Executes prelude and program once for all tests."""
    grader = harness._read("execution").decode()
    name = harness._read("function").decode()
    source = source_in_form()
    if source is None:
        return UNCHANGED
    harness.make_ready()
    harness._open_streams()
    # Output to the real stream is ignored and has no limit.
    sys.stdout = sys.__stdout__ = open(os.devnull, "w")
    restrict(grader, source)
    _Graded.grader = grader
    _Graded.real_stdin = sys.stdin
    if not name and "open" in source:
        from unittest.mock import mock_open

        _Graded.mock_open = mock_open
    wrapped = source if name else (_tabbed if grader == "prime-code" else _wrapped)(source)
    text = prelude(grader, source) + "\n\n" + wrapped
    try:
        if grader == "open-instruct":
            refuse_dangerous(source)
        code = compiled_text(text)
    except PermissionError as error:
        harness._report(error)
        return RAISED
    except BaseException as error:
        harness._report(error)
        return SYNTAX_ERROR
    try:
        module = types.ModuleType("tmp_sol", "")
        exec(code, module.__dict__)
        # Searches the text, including comments. A script with a class of that name fails, except for prime_code.
        asked = "class Solution" in text and (name or grader != "prime-code")
        owner = module.Solution() if asked else module
        _Graded.call = getattr(owner, name or ("code" if grader == "prime-code" else "wrapped_function"))
    except BaseException as error:
        harness._report(error)
        harness._flush()
        return RAISED
    harness._flush()
    return DONE


class _WholeBytes:
    def __init__(self, data):
        self._data = data

    def read(self, *_):
        return self._data

    def readline(self, *_):
        return self._data.split(b"\n")[0] + b"\n"


class _WholeInput:
    """LiveCodeBench's stdin. `read` always returns the whole input, `readlines` omits line ends, and it is not iterable."""

    def __init__(self, text):
        self._text = text
        self._lines = io.StringIO(text)
        self.buffer = _WholeBytes(text.encode())

    def read(self, *_):
        return self._text

    def readline(self, *size):
        return self._lines.readline(*size)

    def readlines(self, *_):
        return self._text.split("\n")

    def __getattr__(self, name):
        return getattr(self._lines, name)


class _IterableInput(_WholeInput):
    """NeMo-Gym's stdin: that of LiveCodeBench, but iterable, and its buffer is a file of bytes."""

    def __init__(self, text):
        super().__init__(text)
        self.buffer = io.BytesIO(text.encode())

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._lines)


_INPUTS = {"lcb": _WholeInput, "open-instruct": _WholeInput, "nemo-gym": _IterableInput}


def _output():
    """Returns a replacement for stdout, and a function that returns the printed text."""
    if _Graded.grader == "nemo-gym":
        data = io.BytesIO()
        stream = io.TextIOWrapper(data, encoding="utf-8", newline="", write_through=True)
        stream.close = lambda *_, **__: None
        return stream, lambda: data.getvalue().decode("utf-8", "replace")
    stream = io.StringIO()
    # In all graders except open-instruct it should make closing harmless, but calling it raises TypeError.
    stream.close = (lambda: None) if _Graded.grader == "open-instruct" else lambda stream: 1
    return stream, stream.getvalue


def _opener(text):
    """Returns the `open` of a test: that of `unittest.mock`, which returns the input for any file."""
    if _Graded.mock_open is not None:
        return _Graded.mock_open(read_data=text)
    made = None

    def open(*arguments, **options):
        # The import takes time, which programs without the word `open` save.
        nonlocal made
        if made is None:
            from unittest.mock import mock_open

            made = mock_open(read_data=text)
        return made(*arguments, **options)

    return open


def _write_output(text):
    """Writes the printed text, which the grader reads from a StringIO. So even half of a character pair is kept."""
    file = io.FileIO("/judge/result", "w")
    try:
        file.write(text.encode("utf-8", "surrogatepass"))
    finally:
        file.close()


def show(text):
    """Writes the output of a failed test to the real descriptor, because it is only shown."""
    try:
        file = io.FileIO(1, "w", closefd=False)
        file.write(text[: 1 << 16].encode("utf-8", "replace"))
    except BaseException:
        pass


def run_wrapped():
    """Runs one test of a script: calls the function with new streams."""
    text = harness._read("arguments").decode()
    real, quiet, real_open = _Graded.real_stdin, sys.stdout, builtins.open
    stream, printed = _output()
    rows = iter(text.split("\n"))
    code, failure = DONE, None
    # The graders first patch the real stream, and then replace it.
    real.read = lambda *_: text
    real.readlines = lambda *_: text.split("\n")
    real.readline = lambda *_: next(rows)
    sys.stdin = _INPUTS.get(_Graded.grader, io.StringIO)(text)
    sys.stdout = stream
    builtins.open = _opener(text)
    try:
        _Graded.call()
    except SystemExit:
        pass
    except Exception as error:
        code, failure = RAISED, error
    except BaseException as error:
        code, failure = ENDED, error
    builtins.open = real_open
    sys.stdin, sys.stdout = real, quiet
    for name in ("read", "readlines", "readline"):
        real.__dict__.pop(name, None)
    if failure is None:
        _write_output(printed())
    else:
        harness._report(failure)
        show(printed())
    harness._flush()
    return code


def _with_whole_keys(arguments):
    """Turns the keys of a first dict into integers, and drops all other arguments, as prime_code does."""
    try:
        if isinstance(arguments[0], dict):
            return [{int(key): value for key, value in arguments[0].items()}]
    except Exception:
        pass
    return arguments


def run_call():
    """Calls the function, or the method of the one Solution, in the state that the last test left."""
    try:
        arguments = json.loads(harness._read("arguments"))
        if _Graded.grader == "prime-code":
            value = _Graded.call(*_with_whole_keys(arguments))
            # The grader shows the value before the comparison, so a value that is not JSON ends the test.
            json.dumps(value)
        else:
            value = _Graded.call(*arguments)
        # These two evaluate `value == expected` in the program's own interpreter.
        is_live = _Graded.grader in ("rllm", "lcb")
        harness._write_result(tagged_as_compared(value) if is_live else tagged(value, equal_kinds))
        code = DONE
    except Exception as error:
        harness._report(error)
        code = RAISED
    except BaseException as error:
        harness._report(error)
        code = ENDED
    harness._flush()
    return code
