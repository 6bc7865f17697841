"""Compiles a program so that its annotations are evaluated where they stand, as before Python 3.14.

There they are evaluated on request only (PEP 649), and `def add(self, other: Node)` inside `class Node` is no
NameError any more. Here each is evaluated when its function or variable is defined, once, in the scope
and the order of Python 3.11 (Python/compile.c, `compiler_function` and `compiler_annassign`): decorators, defaults,
annotations. The program is compiled as it is first. Only where its code holds annotations that can fail, or do
anything, is a tree made of it and changed. Functions keep the annotations they were written with besides, so what
asks for
them (inspect, typing, dataclasses) finds what it finds natively; those of a class or a module are stored as they were.

Text that the program compiles itself is compiled so, too: calls of `exec` and `eval` get its code in place of the text,
and `compile` gives such code, to the import of a module that the program has written as well.
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

# A builtin type's name is always bound, unless the program has a local variable of that name.
_BOUND = frozenset("int float complex bool str bytes list tuple set frozenset dict object type".split())

# An annotated target that is no plain name: of such annotations code keeps no trace. Slices are none of them.
_COMPLEX_TARGET = re.compile(
    r"^[ \t]*(?:\(\w+\)|[^\W\d]\w*(?:\.\w+|\[[^\]\n]*\]|\([^()\n]*\))*(?:\.\w+|\[[^\]\n]*\]))[ \t]*:[ \t]*\S",
    re.MULTILINE,
)

_PLAIN = """
x: int
if x: y: None
def f(a: int, *b: "x", c: ... = 1, **d: str) -> 5: pass
class A:
    x: int
    if x: y: str
    def f(self, a: int): pass
def g():
    class B:
        x: int
        def f(self, a: int) -> int: pass
"""


def _annotating(code):
    """Every function in the code that gives annotations, and every code that is none."""
    todo, giving, others = [code], [], []
    while todo:
        code = todo.pop()
        (giving if code.co_name == "__annotate__" else others).append(code)
        todo += [inner for inner in code.co_consts if type(inner) is _Code]
    return giving, others


_PLAIN_GIVING = _annotating(_compile(_PLAIN, "", "exec"))[0]
_PLAIN_OPERATIONS = frozenset().union(*[code.co_code[::2] for code in _PLAIN_GIVING])
_PLAIN_NAMES = frozenset().union(_BOUND, *[code.co_names for code in _PLAIN_GIVING])
_PLAIN_FREE = frozenset().union(*[code.co_freevars for code in _PLAIN_GIVING])


def _is_plain(code):
    return (
        _PLAIN_OPERATIONS.issuperset(code.co_code[::2])
        and _PLAIN_NAMES.issuperset(code.co_names)
        and _PLAIN_FREE.issuperset(code.co_freevars)
    )


def compiled(source, file_name, shows_locals=True):
    """The code of a program's text, or of its tree, which may be changed on the way.

    Where an assertion is checked, `shows_locals` is false: what looks at frames, or makes code, proves tampering there.
    """

    def make(source, flags=0):
        return _compile(source, file_name, "exec", flags, True)

    code = make(source)
    text = source if isinstance(source, str) else ""
    codes = _annotating(code)[1]
    is_asked = "__annotations__" in text or any(map(_asks_for_annotations, codes))
    # Of a tree, which is the wide form, the text is not here.
    if shows_locals and (not text or _MAKES_CODE.search(text) or _evaluates(codes)):
        builtins.compile = _older_compile
    return _older(code, source, make, is_asked, shows_locals)


def _older(code, source, make, is_asked, shows_locals, hides=False):
    """The code as it would have been made before. A text that `hides` is run with names that its functions do not see."""
    giving, others = _annotating(code)
    try:
        code = _with_older_sets(_changed(code, source, make, giving, others, is_asked, shows_locals, hides))
        names = frozenset().union(*[other.co_names for other in others])
        if "__firstlineno__" in names and names & _LOOKING_AT_CLASSES and not names & _READING_SOURCE:
            code = _with_plain_classes(code)
        return with_counted_loads(code) if counts_references(others) else code
    except RecursionError:
        # Nested deeper than a tree can be; the compiler itself goes further.
        return code


# Names of functions that show the names in a class, and of some that need a newer one of these.
_SHOWING_CLASSES = frozenset("__dict__ vars dir getmembers".split())
_LOOKING_AT_CLASSES = _SHOWING_CLASSES.union("type __prepare__ ABCMeta EnumMeta EnumType".split())
_READING_SOURCE = frozenset("getsource getsourcelines findsource".split())
_NEWER_IN_CLASSES = ("__firstlineno__", "__static_attributes__", "__classdictcell__")
_STORE, _WIDE, _NOTHING = (opcode.opmap[name] for name in ("STORE_NAME", "EXTENDED_ARG", "NOP"))


def _with_plain_classes(code):
    """The same code, but the body of a class does not store what only newer versions have there."""
    consts = tuple(_with_plain_classes(each) if type(each) is _Code else each for each in code.co_consts)
    operations = bytearray(code.co_code)
    names = {code.co_names.index(name) for name in _NEWER_IN_CLASSES if name in code.co_names}
    if any("__classdict__" in each.co_freevars for each in consts if type(each) is _Code):
        # Annotations that are evaluated later look there.
        names -= {code.co_names.index("__classdictcell__")}
    for at in range(2, len(operations) if names else 0, 2):
        if operations[at] == _STORE and operations[at + 1] in names and operations[at - 2] != _WIDE:
            # The operation that loads the value goes, too.
            operations[at] = operations[at - 2] = _NOTHING
            while operations[at - 4] == _WIDE:
                at -= 2
                operations[at - 2] = _NOTHING
    return code.replace(co_code=bytes(operations), co_consts=consts)


def _asks_for_annotations(code):
    """By name, or in the dictionary of a class."""
    if "__annotations__" in code.co_names or "__annotations__" in code.co_consts:
        return True
    return not _SHOWING_CLASSES.isdisjoint(code.co_names)


def _with_older_sets(code):
    """Before 3.14 the compiler made a set of constants once more from its own items, which changes their order."""
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
    has_complex = not isinstance(source, str) or _COMPLEX_TARGET.search(source) is not None
    is_eager = (is_asked and bool(giving)) or has_complex or not all(map(_is_plain, giving))
    if code.co_flags & _FUTURE or not (giving or has_complex):
        is_eager = False
    # An older `locals()` looks at frames.
    is_seen = shows_locals and looks_at_locals(others)
    evaluates = shows_locals and _evaluates(others)
    if not (is_eager or is_seen or evaluates or hides or may_need_frames(others)):
        return code
    with warnings.catch_warnings(action="ignore"):
        # The compiler has given its warnings.
        tree = make(source, ast.PyCF_ONLY_AST) if isinstance(source, (str, bytes)) else source
        has_frames = give_frames(tree, hides)
        has_locals = is_seen and show_locals(tree)
        has_texts = evaluates and _show_texts(tree, code.co_flags & _FUTURES)
        if not (is_eager or has_frames or has_locals or has_texts):
            return code
        if is_eager:
            locals_ = set().union(*[other.co_varnames + other.co_cellvars for other in others])
            _Eager(frozenset() if is_asked else _BOUND - locals_).change(tree)
        return _with_tables(make(tree))


def _evaluation(values):
    """Evaluates a tuple. In the mode `single` an expression would show it."""
    return ast.copy_location(ast.If(values, [ast.copy_location(ast.Pass(), values)], []), values)


class _Eager:
    """Changes a tree, scope by scope. Nothing here descends into expressions: they may be deep."""

    def __init__(self, bound):
        self._bound = bound

    def change(self, tree):
        scopes = [] if isinstance(tree, ast.Expression) else [tree]
        while scopes:
            self._change_scope(scopes.pop(), scopes)

    def _change_scope(self, scope, scopes):
        stores = isinstance(scope, (ast.Module, ast.Interactive, ast.ClassDef))
        blocks, variables = [scope], []
        while blocks:
            for name, body in ast.iter_fields(blocks.pop()):
                if name not in {"body", "orelse", "finalbody", "handlers", "cases"}:
                    continue
                changed = []
                for statement in body:
                    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        self._change_function(statement, changed)
                        scopes.append(statement)
                    elif isinstance(statement, ast.ClassDef):
                        scopes.append(statement)
                    elif isinstance(statement, ast.AnnAssign) and stores:
                        # In a function, such annotations are never evaluated.
                        variables.append((body, statement))
                    else:
                        blocks.append(statement)
                    changed.append(statement)
                body[:] = changed
        if any(self._counts(statement.annotation) for _, statement in variables):
            for body, statement in variables:
                at = body.index(statement)
                body[at : at + 1] = self._stored(statement, scope)
            self._begin(scope.body)

    def _counts(self, annotation):
        """Whether evaluating it can fail or do anything."""
        if isinstance(annotation, ast.Name):
            return annotation.id not in self._bound
        return not isinstance(annotation, ast.Constant) or not self._bound

    def _change_function(self, function, before):
        if function.type_params:
            # Newer than what is imitated here.
            return
        given = function.args
        holders = [*given.args, *given.posonlyargs, given.vararg, *given.kwonlyargs, given.kwarg]
        annotations = [holder.annotation for holder in holders if holder and holder.annotation]
        if function.returns:
            annotations.append(function.returns)
        annotations = [each for each in annotations if self._counts(each)]
        if not annotations:
            return
        # Right after what is evaluated last before them.
        keywords = [at for at, default in enumerate(given.kw_defaults) if default]
        if keywords:
            last, at = given.kw_defaults, keywords[-1]
        elif given.defaults:
            last, at = given.defaults, -1
        elif function.decorator_list:
            last, at = function.decorator_list, -1
        else:
            together = ast.copy_location(ast.Tuple(annotations, ast.Load()), annotations[0])
            before.append(_evaluation(together))
            return
        place = last[at]
        together = ast.copy_location(ast.Tuple([place, *annotations], ast.Load()), place)
        first = ast.copy_location(ast.Constant(0), place)
        last[at] = ast.copy_location(ast.Subscript(together, first, ast.Load()), place)

    def _stored(self, statement, scope):
        """A variable's annotation as before: evaluated after the value, and stored if the target is a plain name."""
        target, annotation, value = statement.target, statement.annotation, statement.value

        def here(node):
            return ast.copy_location(node, annotation)

        if not statement.simple:
            return [statement, _evaluation(here(ast.Tuple([annotation], ast.Load())))]
        name = target.id
        if isinstance(scope, ast.ClassDef) and name.startswith("__") and not name.endswith("__"):
            owner = scope.name.lstrip("_")
            name = f"_{owner}{name}" if owner else name
        table = here(ast.Name("__annotations__", ast.Load()))
        entry = here(ast.Subscript(table, here(ast.Constant(name)), ast.Store()))
        if value is None:
            # Nothing is bound, but the name is the scope's own.
            bound = here(ast.Assign([target], here(ast.Constant(None))))
            first = here(ast.If(here(ast.Constant(False)), [bound], []))
        else:
            first = ast.copy_location(ast.Assign([target], value), statement)
        return [first, here(ast.Assign([entry], annotation))]

    def _begin(self, body):
        """Makes the table that a scope with any annotated target has from its start, if there is none."""
        at = 0
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            at = 1
        while isinstance(body[at], ast.ImportFrom) and body[at].module == "__future__":
            at += 1

        load, store = (ast.copy_location(ast.Name(_TABLE, way), body[at]) for way in (ast.Load(), ast.Store()))
        body.insert(at, ast.copy_location(ast.Assign([store], load), load))


# It is bound to itself where the table is to be made, if there is none: the interpreter has an instruction for that.
_TABLE = ".annotations"
_LOAD, _SET_UP = opcode.opmap["LOAD_NAME"], opcode.opmap["SETUP_ANNOTATIONS"]


def _with_tables(code):
    consts = tuple(_with_tables(each) if type(each) is _Code else each for each in code.co_consts)
    operations = code.co_code
    if _TABLE in code.co_names:
        at = code.co_names.index(_TABLE)
        operations = operations.replace(bytes((_LOAD, at, _STORE, at)), bytes((_SET_UP, 0, _NOTHING, 0)))
    elif all(new is old for new, old in zip(consts, code.co_consts)):
        return code
    return code.replace(co_code=operations, co_consts=consts)


_EVALUATING = frozenset(("exec", "eval"))
_NAMESPACES = frozenset(("builtins", "__builtins__"))
# Such a program may compile text itself, or have the library do it.
_MAKES_CODE = re.compile(r"(?<!re\.)\bcompile\b|\.py\b|\b(?:doctest|timeit|runpy)\b")
_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag
_frame = sys._getframe


def _evaluates(codes):
    return any(not _EVALUATING.isdisjoint(code.co_names) for code in codes)


class Texts:
    codes = {}
    # The change that gives a tree the wide form, where the program runs in that.
    widen = None
    # Whether `exec` and `eval` are functions of this file.
    stands_in = False


# A text without these is compiled as it was: it has no annotation, function, set or comprehension, and no other text.
_MARKS = {"eval": ("{", " for ", "eval", "exec", "getrefcount")}
_MARKS["exec"] = (":", *_MARKS["eval"])
# Larger ones, and more of them, are compiled again.
_MOST_TEXTS = 200
_LONGEST_TEXT = 4000


def _code_of(mode, flags, text, hides=False):
    """The code of a text for `exec` or `eval`; whatever is no text, or no Python, as it is."""
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
    """Whether nothing in a short text is compiled otherwise since: no function, no set, no annotation."""
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
        # The tree is the program's own.
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
    """The arguments of `exec` and `eval` in a function: the code, and the names around it."""
    hides = True
    if not spaces or spaces == (None,):
        frame = _frame(1)
        spaces = (frame.f_globals, names_in(frame))
    elif len(spaces) == 1 or spaces[0] is spaces[1]:
        hides = False
    return _code_of(mode, flags, text, hides), *spaces


def _stand_in(name, stock):
    """For `exec` or `eval` that is called by another name, or by the library: `map(eval, texts)`."""

    def stand_in(*given, **named):
        # The library names its arguments, and code with a closure is no text.
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
    """Has the calls of `exec` and `eval` in a tree get code in place of text."""
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
            # For calls by that name: a traceback shows no frame of this file.
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
