"""Calls a function as the graders do that append the call to the program, in a script or in a new namespace.

verl's sandbox_fusion and INTELLECT-3 run the program again for each call, as a script whose printed text is the answer.
open-instruct and lm-eval execute the program, and then an assertion. Sources: preludes.py.
"""

import ast
import io
import json
import sys
import types

import allpass_harness as harness
from allpass_graders import compiled_text, source_in_form
from allpass_harness import DONE, RAISED, SYNTAX_ERROR, UNCHANGED
from allpass_preludes import prelude, refuse_dangerous, restrict
from allpass_values import equal_kinds, tagged


class _Called:
    code = None
    grader = ""
    name = ""
    namespace = None


def _load():
    source = source_in_form()
    if source is None:
        return UNCHANGED
    harness.make_ready()
    harness._Submission.lingers = harness.lingers(source)
    _Called.name = harness._read("function").decode()
    grader = _Called.grader = harness._read("execution").decode()
    if grader == "sandbox-fusion":
        source = "import traceback\n" + prelude(grader, source) + "\n" + source
    elif grader == "intellect-3":
        source = prelude(grader, source) + "\n" + source
    try:
        if grader == "open-instruct":
            refuse_dangerous(source)
        _Called.code = compiled_text(source)
    except PermissionError as error:
        harness._report(error)
        return RAISED
    except BaseException as error:
        harness._report(error)
        return SYNTAX_ERROR
    harness._open_streams()
    return DONE


def load_pasted():
    """Compiles the text of program and call. It runs in the tests only."""
    return _load()


class _NoInput(io.StringIO):
    """The three streams of lm-eval. Written text is dropped, and reading raises an exception."""

    def read(self, *_, **__):
        raise OSError

    readline = readlines = read

    def readable(self, *_, **__):
        return False


def _silence():
    if _Called.grader == "lm-eval":
        sys.stdin = sys.stdout = sys.stderr = _NoInput()
    else:
        sys.stdout = io.StringIO()


def _executed():
    """Executes the program, and returns its namespace. That is not `__main__`, and contains only the builtins before."""
    namespace = {}
    exec(_Called.code, namespace)
    return namespace


def load_asserted():
    """Executes the program once, as lm-eval does. All assertions follow it."""
    code = _load()
    if code != DONE:
        return code
    restrict(_Called.grader, harness._read("source").decode())
    _silence()
    try:
        _Called.namespace = _executed()
    except BaseException as error:
        harness._report(error)
        return RAISED
    return DONE


def run_silent_script():
    """Runs a script by lm-eval, which has no problems with standard input. Reading fails, and printed text is dropped."""
    restrict(_Called.grader, harness._read("source").decode())
    _silence()
    try:
        _executed()
        return DONE
    except BaseException as error:
        harness._report(error)
        return RAISED


def _function(namespace):
    """Returns the function of the assertion: the method of a class Solution if the program has one."""
    owner = namespace.get("Solution")
    if isinstance(owner, type) and hasattr(owner, _Called.name):
        return getattr(owner(), _Called.name)
    if _Called.name not in namespace:
        raise NameError(f"name {_Called.name!r} is not defined")
    return namespace[_Called.name]


def run_assertion():
    """Runs one `assert f(arguments) == value`. A tuple does not equal a list."""
    try:
        if _Called.grader == "open-instruct":
            restrict(_Called.grader, harness._read("source").decode())
            _silence()
            namespace = _executed()
        else:
            namespace = _Called.namespace
        value = _function(namespace)(*json.loads(harness._read("arguments")))
        harness._write_result(tagged(value, equal_kinds))
        return DONE
    except BaseException as error:
        harness._report(error)
        return RAISED


def _printed_by(value):
    """Returns the text that sandbox_fusion prints: JSON for containers, None and booleans, else the text of the value."""
    isolated = isinstance(value, (dict, list, tuple, bool)) or value is None
    return json.dumps(value) if isolated else str(value)


def _found(namespace):
    """Finds the function. sandbox_fusion searches the module first, including its own imports; INTELLECT-3 a Solution."""
    name = _Called.name
    if _Called.grader == "sandbox-fusion" and name in namespace:
        return namespace[name]
    if "Solution" in namespace:
        return getattr(namespace["Solution"](), name)
    if _Called.grader == "sandbox-fusion":
        raise NameError(f"function or method {name!r} not found")
    return namespace[name]


def run_pasted():
    """Runs the program and calls the function. Other text that the program prints becomes part of the answer."""
    arguments = json.loads(harness._read("arguments"))
    lines = [json.dumps(argument) for argument in arguments]
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding="utf-8", newline="\n", write_through=True)
    is_fusion = _Called.grader == "sandbox-fusion"
    text = "\n".join(lines) if is_fusion else ""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.argv = ["solution.py"]
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    sys.stdout = sys.__stdout__ = stream
    value = None
    try:
        if not is_fusion:
            # The arguments are read as Python literals, so true, false and null of JSON are invalid.
            arguments = [ast.literal_eval(line) for line in lines]
        exec(_Called.code, module.__dict__)
        if is_fusion:
            _fuse(module.__dict__)
        else:
            value = _found(module.__dict__)(*arguments)
            value = json.loads(json.dumps(value))
    except SystemExit as leave:
        if not is_fusion or leave.code not in (None, 0):
            harness._report(leave)
            return RAISED
    except BaseException as error:
        harness._report(error)
        return RAISED
    try:
        harness._run_exit_functions()
        if harness._Submission.lingers:
            harness._Submission.namespace = module.__dict__
            _Called.code = module = None
            harness.let_go()
    except BaseException:
        pass
    printed = data.getvalue().decode("utf-8", "replace")
    if is_fusion:
        harness._write_result(tagged(printed))
    elif printed.strip():
        harness._write_result('{"o":"text, printed before a value"}')
    else:
        harness._write_result(tagged(value))
    return DONE


def _fuse(namespace):
    """Makes the call as verl appends it: after an exception it prints nothing, and the script ends normally."""
    text = sys.stdin.read()
    try:
        arguments = [json.loads(line) for line in text.split("\n")] if text.strip() else []
    except json.JSONDecodeError:
        return
    try:
        value = _found(namespace)(*arguments)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return
    print(_printed_by(value))
