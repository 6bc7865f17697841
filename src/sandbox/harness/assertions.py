"""Runs assert mode: the program, then a check in the same namespace (HumanEval's `check(candidate)`, MBPP's asserts).

The expected values are in the same interpreter as the program, so the program must not be able to make the harness report
a pass. The check is compiled before the program is loaded and passed to the engine, which evaluates it. No frame of the
harness is below it, and no Python object decides. The check gets a copy of the program's names, with the builtins from
before the program, so the program cannot rebind names that the check defines. An audit hook, which cannot be removed
(PEP 578), detects every way to change a running frame. It calls an import that taints the worker, and a pass in a
tainted worker does not count.
Sources: openai/human-eval 6d43fb9 human_eval/execution.py; google-research mbpp.
"""

import ast
import builtins
import linecache
import os
import sys

import allpass_harness as harness
from allpass_harness import DONE, RAISED

BAD_CHECK = 6

_CHECK_FILE = "check.py"


class _Check:
    code = None
    imports = None
    failure = None


def _watch():
    def hook(event, arguments, taint=os.umask):
        # The hook looks up nothing in a module, and its frame gives access to no other object.
        if (
            event
            in {
                "sys._getframe",
                "sys._current_frames",
                "sys._current_exceptions",
                "sys.settrace",
                "sys.setprofile",
                "sys.monitoring.register_callback",
                "gc.get_objects",
                "gc.get_referrers",
                "gc.get_referents",
                "code.__new__",
            }
            or event.startswith("ctypes.")
            or (
                event == "object.__getattr__"
                and arguments[1] in {"tb_frame", "gi_frame", "cr_frame", "ag_frame"}
            )
        ):
            taint(0)

    sys.addaudithook(hook)


def load_assertion():
    """Compiles the program and the check. Neither runs yet."""
    code = harness._load("solution")
    if code != DONE:
        return code
    try:
        source = harness._read("check").decode()
        linecache.cache[_CHECK_FILE] = (len(source), None, source.splitlines(True), _CHECK_FILE)
        tree = ast.parse(source, _CHECK_FILE)
        _Check.code = compile(tree, _CHECK_FILE, "exec", dont_inherit=True)
        # The originals execute both as one text, so a program may use a module that only the check imports.
        imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        _Check.imports = compile(ast.Module(imports, []), _CHECK_FILE, "exec", dont_inherit=True)
    except BaseException as error:
        harness._report(error)
        return BAD_CHECK
    _watch()
    return DONE


def take_check():
    """Returns the code of the check. From now on only the engine refers to it."""
    code, _Check.code = _Check.code, None
    return code


def take_builtins():
    """Returns a copy of the builtins that the program cannot reach."""
    return dict(builtins.__dict__)


def take_namespace():
    """Returns the namespace of the program, which has not run yet."""
    return harness._Submission.namespace


def run_asserted():
    """Runs the top level of the program. The result only decides whether the check runs."""
    harness._open_streams()
    namespace = harness._Submission.namespace
    try:
        exec(harness._Submission.code, namespace)
    except BaseException as error:
        _Check.failure = error
        return RAISED
    try:
        exec(_Check.imports, namespace)
    except Exception:
        pass
    return DONE


def end_assertion():
    """Closes the streams after the engine has decided. `failure` contains the exception of a failed check."""
    failure = globals().pop("failure", _Check.failure)
    if failure is not None:
        harness._report(failure, whole=failure is not _Check.failure)
    harness._flush()
    return DONE if failure is None else RAISED
