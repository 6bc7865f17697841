"""Runs one submission as reward-kit does: with a separate process for each test.

Source: fw-ai-external/reward-kit 9889152 reward_kit/rewards/code_execution.py, `_run_test_cases`. Two
parts are not imitated: its limit of 100 MB on the address space, because the problem's own limit applies, and its way
of guessing arguments from text, because arguments are data here.
"""

import io
import json
import sys
import types

import allpass_harness as harness
from allpass_graders import compiled_text, show, source_in_form
from allpass_harness import DONE, RAISED, SYNTAX_ERROR, UNCHANGED
from allpass_preludes import restrict
from allpass_values import tagged


class _Rewarded:
    code = None
    name = ""


def load_rewarded():
    """Compiles the program. It runs in the tests only."""
    source = source_in_form()
    if source is None:
        return UNCHANGED
    harness.make_ready()
    harness._Submission.lingers = harness.lingers(source)
    _Rewarded.name = harness._read("function").decode()
    # A call is appended to these as text. A script is passed to `exec`.
    text = "import sys\nimport json\nimport traceback\n\n" + source if _Rewarded.name else source
    try:
        _Rewarded.code = compiled_text(text)
    except BaseException as error:
        harness._report(error)
        return SYNTAX_ERROR
    harness._open_streams()
    return DONE


def _fresh_main():
    restrict("reward-kit", "")
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.argv = ["solution.py"]
    exec("import sys, os, signal, resource, platform", module.__dict__)
    return module.__dict__


def run_rewarded_script():
    """Runs a script. Its output is written at the end, so exiting with status 0 before gives an empty output."""
    text = harness._read("arguments").decode()
    namespace = _fresh_main()
    namespace["StringIO"] = io.StringIO
    original = namespace["original_stdout"] = sys.stdout
    printed = namespace["captured_stdout"] = sys.stdout = io.StringIO()
    sys.stdin = io.StringIO(text)
    code = DONE
    try:
        exec(_Rewarded.code, namespace)
        sys.stdout = original
        print(printed.getvalue(), end="")
    except BaseException as error:
        if not (isinstance(error, SystemExit) and error.code in (None, 0)):
            harness._report(error)
            show(printed.getvalue())
            harness._Submission.raised = True
            code = RAISED
    del namespace, original
    return harness.leave(code)


def run_rewarded_call():
    """Calls the function. The grader compares all printed text, which ends with the value's repr."""
    namespace = _fresh_main()
    printed = sys.stdout = io.StringIO()
    try:
        exec(_Rewarded.code, namespace)
        arguments = json.loads(harness._read("arguments"))
        if _Rewarded.name not in namespace:
            raise NameError(f"name {_Rewarded.name!r} is not defined")
        value = namespace[_Rewarded.name](*arguments)
        if printed.getvalue().strip():
            text = '{"o":"text, printed before a value"}'
        else:
            # A subclass may have another repr.
            text = tagged(value, lambda value, bases, write: '{"o":' + json.dumps(bases[0].__name__) + "}")
        harness._write_result(text)
        code = DONE
    except BaseException as error:
        harness._report(error)
        code = RAISED
    return harness.leave(code)
