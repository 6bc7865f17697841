"""Runs one submission. The engine calls functions of this module, which take no arguments.

All data passes through small files in /judge, because passing objects between JavaScript and Python would leave
references that a memory restore cannot undo. Each function returns a code, and writes details as JSON to /judge/result.
"""

import atexit
import builtins
import collections
import gc
import io
import json
import linecache
import logging
import sys
import traceback
import types

from allpass_calibrate import kernel
from allpass_compiling import compiled
from allpass_older_library import older, refuse_keywords
from allpass_platform import imitate
from allpass_preludes import prelude
from allpass_values import equal_kinds, tagged
from allpass_wide import prepare, wide

DONE = 0
RAISED = 1
SYNTAX_ERROR = 3
UNCHANGED = 4

_FRAMES_SHOWN = 20
_MESSAGE_SHOWN = 2000
_FILE_NAME = "solution.py"

# The graders that look at a script's exit status.
_STATUS_COUNTS = (b"exit-status", b"sandbox-fusion", b"intellect-3")

# References to objects whose names a submission may replace in their modules.
_FileIO = io.FileIO
_BufferedReader = io.BufferedReader
_BufferedWriter = io.BufferedWriter
_TextIOWrapper = io.TextIOWrapper
_dumps = json.dumps
_loads = json.loads
_digits_now = sys.get_int_max_str_digits
_limit_digits = sys.set_int_max_str_digits
_getattr, _setattr = getattr, setattr
_compile = compile
_exec = exec

# The imports of this file register it. It has an effect only if the program adds handlers.
_shut_logging_down = logging.shutdown
_log_handlers = logging._handlerList
_LOG_HANDLERS = list(_log_handlers)
_at_exit = atexit.register
_exit_now = atexit._run_exitfuncs
atexit.unregister(_shut_logging_down)
_collect = gc.collect
_collects = gc.isenabled
_freeze = gc.freeze


# The version that a program sees if newer names are removed.
_Version = collections.namedtuple("version_info", "major minor micro releaselevel serial", module="sys")
_Version.__name__ = "sys.version_info"
_VERSION = _Version(3, 11, 9, "final", 0)
_VERSION_TEXT = "3.11.9 (main, Apr  2 2024, 08:25:04) [GCC 12.2.0]"


class _Submission:
    code = None
    namespace = None
    function = ""
    lingers = False
    raised = False
    held = ()


# Words of programs that may leave objects with an effect at the end of the interpreter: finalisers, and open files. A
# generator that is suspended inside of a statement is such an object, too.
_LINGERING = ("__del__", "weakref", "open", "FileIO", "Wrapper", "Buffered", "detach", "dup", "exec", "type(sys.std")


def lingers(source):
    """Whether the end of the interpreter may have an effect, and so must be imitated."""
    suspends = "yield" in source or "await" in source
    # Many programs read standard input in this way. Closing a file that is open for reading has no effect.
    rest = source.replace("open(0)", "")
    return any(word in rest for word in _LINGERING) or (suspends and ("try" in source or "with" in source))


def _read(name):
    file = _FileIO("/judge/" + name, "r")
    try:
        return file.readall()
    finally:
        file.close()


def _read_arguments():
    """Reads the arguments without the program's own limit on digits."""
    digits = _digits_now()
    _limit_digits(0)
    try:
        return _loads(_read("arguments"))
    finally:
        _limit_digits(digits)


def _write_result(text):
    file = _FileIO("/judge/result", "w")
    try:
        file.write(text.encode())
    finally:
        file.close()


def _report(error, whole=False):
    """Writes the name, the message and the traceback of an exception, cut to a readable length."""
    name = message = trace = ""
    try:
        name = type(error).__name__
        message = str(error)[:_MESSAGE_SHOWN]
        # The first frame belongs to this file, and the next ones may belong to the compiler.
        own = error.__traceback__
        if own and not whole:
            own = own.tb_next
            while own and own.tb_frame.f_code.co_filename == compiled.__code__.co_filename:
                own = own.tb_next
        lines = traceback.format_exception(type(error), error, own, limit=-_FRAMES_SHOWN)
        trace = "".join(lines)[-16 * _MESSAGE_SHOWN :]
    except BaseException:
        pass
    try:
        _write_result(_dumps({"name": name, "message": message, "traceback": trace}))
    except BaseException:
        pass


def _open_stdin():
    sys.stdin = sys.__stdin__ = _TextIOWrapper(
        _BufferedReader(_FileIO(0, "r", closefd=False), 1 << 16), encoding="utf-8", errors="strict"
    )
    sys.stdin.mode = "r"


def _open_streams():
    """Opens text streams on descriptors 0, 1 and 2, as a new interpreter has them."""
    _open_stdin()
    sys.stdout = _TextIOWrapper(
        _BufferedWriter(_FileIO(1, "w", closefd=False), 1 << 16),
        encoding="utf-8",
        errors="strict",
        newline="\n",
    )
    sys.stderr = _TextIOWrapper(
        _BufferedWriter(_FileIO(2, "w", closefd=False), 1 << 13),
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
    )
    sys.stdout.mode = sys.stderr.mode = "w"
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr


def _run_exit_functions():
    """Runs the exit functions in the order of a native interpreter: logging comes last."""
    _exit_now()
    if _log_handlers != _LOG_HANDLERS:
        _at_exit(_shut_logging_down)
        _exit_now()


def _is_closed(stream):
    try:
        return stream.closed
    except Exception:
        # A stream of the program may lack the attribute.
        return False


def _flush():
    """Flushes the streams of the program. Returns the first exception, or None."""
    failure = None
    for name in ("stdout", "__stdout__"):
        stream = _getattr(sys, name, None)
        try:
            if stream is not None and not _is_closed(stream):
                stream.flush()
        except BaseException as error:
            failure = failure or error
    for name in ("stderr", "__stderr__"):
        try:
            _getattr(sys, name).flush()
        except BaseException:
            pass
    return failure


# Names of `sys` that are None while the interpreter destroys modules.
_UNTOLD = "path argv last_type last_value last_traceback path_hooks path_importer_cache meta_path".split()


def let_go():
    """Destroys the objects of a program in the order of CPython 3.11 (Python/pylifecycle.c, `finalize_modules`).

    Modules are kept, so only objects of the program are destroyed. Nothing else may refer to the names of the program.
    The garbage collector calls finalisers in the order of its list, and each collection changes that order. Natively the
    names are an old object, and the first collection finds it in its original place.
    """
    if _collects():
        _collect()
    _Submission.code = _Submission.namespace = None
    modules = sys.modules
    for name in _UNTOLD:
        _setattr(sys, name, None)
    for name in ("stdin", "stdout", "stderr"):
        _setattr(sys, name, _getattr(sys, f"__{name}__", None))
    _Submission.held = [module for name, module in modules.items() if name != "__main__"]
    for name in [*modules]:
        modules[name] = None
    _collect()
    _collect()
    _flush()


def make_ready():
    """Gives the program the platform and the library of native graders. This lasts until the end of the session."""
    sys.platform = "linux"
    source = _read("source").decode(errors="replace")
    prepare(source)
    imitate(source)
    without = _read("without").decode().split()
    if "python-3.11" in without:
        older(source)
    _take_away(without)
    # The check of keywords looks at frames, which proves tampering in assert mode.
    if not _read("check"):
        refuse_keywords(source, [path for path in without if path.endswith(")")])


def _take_away(without):
    """Removes names of the library. The list contains only names that the program mentions."""
    for path in without:
        if path == "sys.version_info":
            sys.version_info, sys.hexversion = _VERSION, 0x030B09F0
            sys.version = _VERSION_TEXT
            sys.implementation.version, sys.implementation.hexversion = _VERSION, 0x030B09F0
            sys.implementation.cache_tag = "cpython-311"
            continue
        if path == "python-3.11" or path.endswith(")"):
            continue
        if path.startswith("import:"):
            # The import then fails like that of a missing module.
            sys.modules[path.removeprefix("import:")] = None
            continue
        module, *owners, name = path.split(".")
        owner = __import__(module)
        for part in owners:
            owner = getattr(owner, part)
        if name not in owner.__dict__:
            continue
        try:
            delattr(owner, name)
        except TypeError:
            # The owner is a type of the interpreter.
            del gc.get_referents(owner.__dict__)[0][name]
            sys._clear_internal_caches()
        listed = owner.__dict__.get("__all__", ())
        if name in listed:
            owner.__all__ = [each for each in listed if each != name]


def _load(module_name):
    # The garbage collector need not visit objects that exist already.
    _freeze()
    module = types.ModuleType(module_name)
    namespace = module.__dict__
    namespace["__builtins__"] = builtins
    namespace["__file__"] = _FILE_NAME
    if module_name == "__main__":
        # Before 3.14 the name existed even without annotations.
        namespace["__annotations__"] = {}
    sys.modules[module_name] = module
    sys.argv = [_FILE_NAME]
    make_ready()
    try:
        # In text, unlike in bytes, a byte order mark is a syntax error, as it is natively.
        source = _read("source").decode()
        _Submission.lingers = lingers(source)
        if module_name == "__main__" and _read("execution") == b"intellect-3":
            source = prelude("intellect-3", source) + "\n" + source
        linecache.cache[_FILE_NAME] = (len(source), None, source.splitlines(True), _FILE_NAME)
        if _read("form") == b"wide":
            source = wide(source, _FILE_NAME)
            if source is None:
                return UNCHANGED
        code = compiled(source, _FILE_NAME, shows_locals=not _read("check"))
    except BaseException as error:
        _report(error)
        return SYNTAX_ERROR
    _Submission.code = code
    _Submission.namespace = namespace
    try:
        preamble = _read("preamble")
        if preamble:
            _exec(_compile(preamble, "preamble.py", "exec", dont_inherit=True), namespace)
            # The program must define the function itself, because star imports define an `add` and a `gcd`. But a method of
            # the same name may call the imported function.
            if "class Solution" not in source:
                namespace.pop(_read("function").decode(), None)
    except BaseException as error:
        _report(error)
        return RAISED
    return DONE


def calibrate():
    """Runs the reference work once. The engine measures the time."""
    kernel()
    return DONE


def load_script():
    """Compiles a script. It runs once for each test, with new streams."""
    code = _load("__main__")
    if code == DONE:
        _open_streams()
    return code


def load_module():
    """Runs the top level of a module once. Every call starts from the state after it."""
    code = _load("solution")
    if code != DONE:
        return code
    _Submission.function = _read("function").decode()
    _open_streams()
    try:
        _exec(_Submission.code, _Submission.namespace)
    except BaseException as error:
        _report(error)
        _flush()
        return RAISED
    _flush()
    return DONE


def run_script():
    """Runs the script. SystemExit with any status is a normal end, except for some graders (execution.ts)."""
    code = DONE
    try:
        _exec(_Submission.code, _Submission.namespace)
    except SystemExit as end:
        if isinstance(end.code, str) and sys.stderr is not None:
            try:
                print(end.code, file=sys.stderr)
            except BaseException:
                pass
        if _read("execution") in _STATUS_COUNTS and end.code not in (None, 0):
            _report(end)
            code = RAISED
    except BaseException as error:
        _report(error)
        _Submission.raised = True
        code = RAISED
    return leave(code)


def leave(code):
    """Imitates the end of an interpreter. Returns the code, or RAISED if a stream cannot be flushed."""
    try:
        _run_exit_functions()
    except BaseException:
        pass
    failure = _flush()
    if _Submission.lingers and not _Submission.raised:
        try:
            let_go()
        except BaseException:
            pass
    # The exit status is 120 then, although no exception ended the program.
    if failure is not None and code == DONE and _read("execution") in _STATUS_COUNTS:
        _report(failure)
        code = RAISED
    return code


def run_script_on_much():
    """Runs the script on a long input. A stream that is opened now knows the size of its file, and reads it faster."""
    _open_stdin()
    return run_script()


def call_function():
    """Calls the function, or the method of a new Solution, and writes the value as tagged JSON."""
    try:
        arguments = _read_arguments()
        namespace = _Submission.namespace
        name = _Submission.function
        holder = namespace.get("Solution")
        if isinstance(holder, type) and hasattr(holder, name):
            function = getattr(holder(), name)
        elif name in namespace:
            function = namespace[name]
        else:
            raise NameError(f"the program defines no function {name!r}")
        _write_result(tagged(function(*arguments), equal_kinds))
        code = DONE
    except BaseException as error:
        _report(error)
        code = RAISED
    _flush()
    return code
