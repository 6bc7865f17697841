"""Compiles a program so that it behaves as under Python 3.11.

The program is compiled unchanged first. A syntax tree is made and changed only if its code shows a need: annotations
(annotations.py), comprehensions (framing.py), local variables (frames.py), or text that it compiles itself.

Such text is compiled in the same way. Calls of `exec` and `eval` get code in place of the text, and `compile` returns
such code, also for the import of a module that the program has written.
"""

import __future__
import ast
import builtins
import copy
import opcode
import operator
import re
import sys
import types
import warnings

from allpass_annotations import (
    SHOWING_CLASSES,
    annotating,
    asks_for_annotations,
    evaluate,
    has_complex_target,
    have_effects,
    with_tables,
)
from allpass_frames import (
    bound_names,
    calls_in_functions,
    counts_references,
    looks_at_locals,
    names_in,
    show_locals,
    with_counted_loads,
)
from allpass_framing import give_frames, may_need_frames, walk

_compile = compile
_Code = types.CodeType
_FUTURE = __future__.annotations.compiler_flag


def compiled(source, file_name, shows_locals=True):
    """Returns the code of a program's text, or of its tree, which may be changed.

    With assertions to check, `shows_locals` is false: there, looking at frames and making code prove tampering.
    """

    def make(source, flags=0):
        return _compile(source, file_name, "exec", flags, True)

    code = make(source)
    text = source if isinstance(source, str) else ""
    codes = annotating(code)[1]
    is_asked = "__annotations__" in text or any(map(asks_for_annotations, codes))
    # A tree, which is the wide form, comes without its text.
    if shows_locals and (not text or _MAKES_CODE.search(text) or _evaluates(codes)):
        builtins.compile = _older_compile
    return _older(code, source, make, is_asked, shows_locals)


def _older(code, source, make, is_asked, shows_locals, hides=False):
    """Returns the code that 3.11 would have made. With `hides`, a text runs with names that its functions do not see."""
    giving, others = annotating(code)
    try:
        code = _with_older_sets(_changed(code, source, make, giving, others, is_asked, shows_locals, hides))
        names = frozenset().union(*[other.co_names for other in others])
        if "__firstlineno__" in names and names & _LOOKING_AT_CLASSES and not names & _READING_SOURCE:
            code = _with_plain_classes(code)
        return with_counted_loads(code) if counts_references(others) else code
    except RecursionError:
        # The source is nested deeper than a tree can be. The compiler itself goes further.
        return code


# Names that make a newer name of a class visible, beside those that show all of its names.
_LOOKING_AT_CLASSES = SHOWING_CLASSES.union("type __prepare__ ABCMeta EnumMeta EnumType".split())
_READING_SOURCE = frozenset("getsource getsourcelines findsource".split())
_NEWER_IN_CLASSES = ("__firstlineno__", "__static_attributes__", "__classdictcell__")
_STORE, _WIDE, _NOTHING = (opcode.opmap[name] for name in ("STORE_NAME", "EXTENDED_ARG", "NOP"))


def _with_plain_classes(code):
    """Returns the code without the instructions of class bodies that store names of newer versions."""
    consts = tuple(_with_plain_classes(each) if type(each) is _Code else each for each in code.co_consts)
    operations = bytearray(code.co_code)
    names = {code.co_names.index(name) for name in _NEWER_IN_CLASSES if name in code.co_names}
    if any("__classdict__" in each.co_freevars for each in consts if type(each) is _Code):
        # Annotations that are evaluated later read this dictionary.
        names -= {code.co_names.index("__classdictcell__")}
    for at in range(2, len(operations) if names else 0, 2):
        if operations[at] == _STORE and operations[at + 1] in names and operations[at - 2] != _WIDE:
            # The operation that loads the value is removed, too.
            operations[at] = operations[at - 2] = _NOTHING
            while operations[at - 4] == _WIDE:
                at -= 2
                operations[at - 2] = _NOTHING
    return code.replace(co_code=bytes(operations), co_consts=consts)


def _with_older_sets(code):
    """Returns the code with constant sets in the order of 3.11, whose compiler made each once more from its items."""
    constants = tuple(
        frozenset([*each])
        if type(each) is frozenset and each
        else _with_older_sets(each) if type(each) is types.CodeType else each
        for each in code.co_consts
    )
    if all(new is old for new, old in zip(constants, code.co_consts)):
        return code
    return code.replace(co_consts=constants)


def _changed(code, source, make, giving, others, is_asked, shows_locals, hides):
    has_complex = has_complex_target(source)
    is_eager = (is_asked and bool(giving)) or has_complex or have_effects(giving)
    if code.co_flags & _FUTURE or not (giving or has_complex):
        is_eager = False
    # The older `locals()` looks at frames.
    is_seen = shows_locals and looks_at_locals(others)
    evaluates = shows_locals and _evaluates(others)
    if not (is_eager or is_seen or evaluates or hides or may_need_frames(others)):
        return code
    with warnings.catch_warnings(action="ignore"):
        # The compiler has already given its warnings.
        tree = make(source, ast.PyCF_ONLY_AST) if isinstance(source, (str, bytes)) else source
        has_frames = give_frames(tree, hides)
        has_locals = is_seen and show_locals(tree)
        has_texts = evaluates and _show_texts(tree, code.co_flags & _FUTURES)
        if not (is_eager or has_frames or has_locals or has_texts):
            return code
        if is_eager:
            evaluate(tree, is_asked, others)
        return with_tables(make(tree))


_EVALUATING = frozenset(("exec", "eval"))
_NAMESPACES = frozenset(("builtins", "__builtins__"))
# Programs that may compile text themselves, or have the library compile it.
_MAKES_CODE = re.compile(r"(?<!re\.)\bcompile\b|\.py\b|\b(?:doctest|timeit|runpy)\b")
_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag
_frame = sys._getframe


def _evaluates(codes):
    return any(not _EVALUATING.isdisjoint(code.co_names) for code in codes)


class Texts:
    codes = {}
    # The change that gives a tree the wide form, if the program runs in it.
    widen = None
    # Whether this file has replaced the functions `exec` and `eval`.
    stands_in = False


# A text without these marks compiles to the same code: it has no annotation, function, set, comprehension or other text.
_MARKS = {"eval": ("{", " for ", "eval", "exec", "getrefcount")}
_MARKS["exec"] = (":", *_MARKS["eval"])
# Longer texts are compiled each time. With more texts, all are forgotten.
_MOST_TEXTS = 200
_LONGEST_TEXT = 4000


def _code_of(mode, flags, text, hides=False):
    """Returns the code of a text for `exec` or `eval`. Returns anything else unchanged, and a text with an error."""
    if type(text) is not str and type(text) is not bytes:
        return text
    if Texts.widen is None:
        plain = text if type(text) is str else text.decode("latin-1")
        if not any(mark in plain for mark in _MARKS[mode]):
            return text
    key = mode, flags, text, hides
    code = Texts.codes.get(key)
    if code is None:
        try:
            text = text.lstrip(" \t") if mode == "eval" and type(text) is str else text
            code = _text_code(text, "<string>", mode, flags, hides=hides)
        except BaseException:
            # The interpreter raises it itself.
            return text
        if len(text) <= _LONGEST_TEXT:
            if len(Texts.codes) >= _MOST_TEXTS:
                Texts.codes.clear()
            Texts.codes[key] = code
    return code


_TOLD_APART = frozenset((_Code, frozenset))
_NAMED = frozenset(("exec", "eval", "getrefcount"))


def _is_same(code, text, mode):
    """Whether a short text compiles to the code of 3.11: it has no function, set or annotation."""
    return (
        type(text) is str
        and (mode == "eval" or ":" not in text)
        and " for " not in text
        and _TOLD_APART.isdisjoint(map(type, code.co_consts))
        and _NAMED.isdisjoint(code.co_names)
    )


def _text_code(source, file_name, mode, flags, optimize=-1, hides=False):
    def make(source, more=0):
        return _compile(source, file_name, mode, flags | more, True, optimize)

    code = make(source)
    if Texts.widen is None and _is_same(code, source, mode):
        return code
    if not isinstance(source, (str, bytes)):
        # The tree belongs to the program.
        source = copy.deepcopy(source)
    if Texts.widen is not None:
        if isinstance(source, (str, bytes)):
            with warnings.catch_warnings(action="ignore"):
                source = make(source, ast.PyCF_ONLY_AST)
        source = Texts.widen(source)
        code = make(source)
    return _older(code, source, make, True, True, hides)


def _older_compile(
    source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1
):
    if not isinstance(flags, int):
        flags = operator.index(flags)
    if flags & ast.PyCF_ONLY_AST or mode not in {"exec", "eval", "single"}:
        named = {} if _feature_version == -1 else {"_feature_version": _feature_version}
        return _compile(source, filename, mode, flags, True, optimize, **named)
    if not dont_inherit:
        flags |= _frame(1).f_code.co_flags & _FUTURES
    if not isinstance(source, (str, bytes, ast.AST)) or str(filename).startswith("/lib/"):
        return _compile(source, filename, mode, flags, True, optimize)
    return _text_code(source, filename, mode, flags, optimize)


_older_compile.__name__ = _older_compile.__qualname__ = "compile"
_older_compile.__module__ = "builtins"


def _around(mode, flags, text, *spaces):
    """Returns the arguments of `exec` and `eval` in a function: the code, and the names around the call."""
    hides = True
    if not spaces or spaces == (None,):
        frame = _frame(1)
        spaces = (frame.f_globals, names_in(frame))
    elif len(spaces) == 1 or spaces[0] is spaces[1]:
        hides = False
    return _code_of(mode, flags, text, hides), *spaces


def _stand_in(name, stock):
    """Returns a function for calls of `exec` or `eval` by another name or by the library: `map(eval, texts)`."""

    def stand_in(*given, **named):
        # The library names its arguments. Code with a closure is no text.
        if named or not 1 <= len(given) <= 3:
            return stock(*given, **named)
        source, globals, locals = (*given, None, None)[:3]
        if globals is None:
            frame = _frame(1)
            globals, locals = frame.f_globals, names_in(frame) if locals is None else locals
        hides = locals is not None and locals is not globals
        return stock(_code_of(name, 0, source, hides), globals, locals)

    stand_in.__name__ = stand_in.__qualname__ = name
    stand_in.__module__ = "builtins"
    return stand_in


def _show_texts(tree, flags):
    """Changes the calls of `exec` and `eval` in a tree so that they get code in place of text."""
    meant = _EVALUATING - bound_names(tree)
    inner = calls_in_functions(tree)
    calls = [
        node
        for node in walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in meant
    ]
    called = {call.func for call in calls}
    if not Texts.stands_in and any(
        isinstance(node, ast.Name) and (node.id in _NAMESPACES or (node.id in meant and node not in called))
        for node in walk(tree)
    ):
        Texts.stands_in = True
        for name in _EVALUATING:
            stock = getattr(builtins, name)
            setattr(builtins, name, _stand_in(name, stock))
            # For calls by the original name, so that a traceback shows no frame of this file.
            setattr(builtins, f"__allpass_{name}__", stock)
    if calls:
        builtins.__allpass_code__, builtins.__allpass_around__ = _code_of, _around
    return any([_rewrite(call, flags, call in inner) for call in calls])


def _rewrite(call, flags, is_in_function):
    def here(node):
        return ast.copy_location(node, call)

    def made(name, *args):
        return here(ast.Call(here(ast.Name(name, ast.Load())), [*args], []))

    if not call.args or isinstance(call.args[0], ast.Starred):
        return False
    head = here(ast.Constant(call.func.id)), here(ast.Constant(flags))
    is_plain = not call.keywords and not any(isinstance(each, ast.Starred) for each in call.args)
    if is_plain and (len(call.args) in {2, 3} or (len(call.args) == 1 and is_in_function)):
        around = made("__allpass_around__", *head, *call.args)
        call.args = [here(ast.Starred(around, ast.Load()))]
    else:
        call.args[0] = made("__allpass_code__", *head, call.args[0])
    if Texts.stands_in:
        call.func = here(ast.Name(f"__allpass_{call.func.id}__", ast.Load()))
    return True
