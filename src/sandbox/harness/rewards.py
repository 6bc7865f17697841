"""Runs one submission the way reward-kit does: a process of its own for each test.

Source: fw-ai-external/reward-kit 9889152 reward_kit/rewards/code_execution.py, `_run_test_cases`. Its limit of
100 MB on the address space is not imitated: the problem's own limit on memory holds. Neither is its guessing
of arguments from text: they are data here.
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
    """reward-kit: nothing of the program runs before a test does."""
    source = source_in_form()
    if source is None:
        return UNCHANGED
    harness.make_ready()
    harness._Submission.lingers = harness.lingers(source)
    _Rewarded.name = harness._read("function").decode()
    # A call is text pasted behind these; a script is handed to `exec`.
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
    """The output is written at the very end: status 0 before that is a pass with empty output."""
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
    """The grader compares everything printed, the value's repr last: what is printed before spoils it."""
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
            # A subclass has a repr of its own.
            text = tagged(value, lambda value, bases, write: '{"o":' + json.dumps(bases[0].__name__) + "}")
        harness._write_result(text)
        code = DONE
    except BaseException as error:
        harness._report(error)
        code = RAISED
    return harness.leave(code)
