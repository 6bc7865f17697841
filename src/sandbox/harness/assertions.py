"""Assert mode: the program, then a check in the same names (HumanEval's `check(candidate)`, MBPP's asserts).

Here the expected values stand beside the program, so the harness must not be what a program can talk into a
pass. The check is compiled before the program is loaded, and handed to the engine, which evaluates it itself:
there is no frame of ours below it, and no word of Python's decides. The check sees a copy of the program's names
with the builtins from before the program; the program cannot rebind what the check defines. A hook that cannot be
removed (PEP 578) watches every way to rewrite a running frame. It reports through an import that taints the
worker; an assertion in a tainted worker proves nothing.
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
        # Nothing here is looked up in a module, and a frame of this function leads nowhere.
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
    """Compiles program and check; neither runs yet."""
    code = harness._load("solution")
    if code != DONE:
        return code
    try:
        source = harness._read("check").decode()
        linecache.cache[_CHECK_FILE] = (len(source), None, source.splitlines(True), _CHECK_FILE)
        tree = ast.parse(source, _CHECK_FILE)
        _Check.code = compile(tree, _CHECK_FILE, "exec", dont_inherit=True)
        # The originals execute one text: a program may use a module that only the check imports.
        imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        _Check.imports = compile(ast.Module(imports, []), _CHECK_FILE, "exec", dont_inherit=True)
    except BaseException as error:
        harness._report(error)
        return BAD_CHECK
    _watch()
    return DONE


def take_check():
    """The check's code, which from now on only the engine holds."""
    code, _Check.code = _Check.code, None
    return code


def take_builtins():
    """A copy of the builtins that no program has seen."""
    return dict(builtins.__dict__)


def take_namespace():
    """The names of the program to come."""
    return harness._Submission.namespace


def run_asserted():
    """Runs the program's top level. Its result decides only whether the check is reached."""
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
    """The streams' end, after the engine has decided; what a failed check raised is in `failure`."""
    failure = globals().pop("failure", _Check.failure)
    if failure is not None:
        harness._report(failure, whole=failure is not _Check.failure)
    harness._flush()
    return DONE if failure is None else RAISED
