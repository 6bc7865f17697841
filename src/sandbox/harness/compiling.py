"""Compiles a program so that its annotations are evaluated where they stand, as before Python 3.14.

There they are evaluated on request only (PEP 649), and `def add(self, other: Node)` inside `class Node` is no
NameError any more. Here each is evaluated when its function or variable is defined, once, in the scope
and the order of Python 3.11 (Python/compile.c, `compiler_function` and `compiler_annassign`): decorators, defaults,
annotations. The program is compiled as it is first. Only where its code holds annotations that can fail, or do
anything, is a tree made of it and changed. Functions keep the annotations they were written with besides, so what
asks for
them (inspect, typing, dataclasses) finds what it finds natively; those of a class or a module are stored as they were.
"""

import __future__
import ast
import opcode
import re
import types

from allpass_frames import counts_references, looks_at_locals, show_locals, with_counted_loads
from allpass_framing import give_frames, may_need_frames

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
    """The code of a program's text, or of its tree, which may be changed on the way."""
    code = _compile(source, file_name, "exec", dont_inherit=True)
    giving, others = _annotating(code)
    code = _with_older_sets(_changed(source, file_name, code, giving, others, shows_locals))
    names = frozenset().union(*[other.co_names for other in others])
    if "__firstlineno__" in names and names & _LOOKING_AT_CLASSES and not names & _READING_SOURCE:
        code = _with_plain_classes(code)
    return with_counted_loads(code) if counts_references(others) else code


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
        if type(each) is frozenset
        else _with_older_sets(each) if type(each) is types.CodeType else each
        for each in code.co_consts
    )
    if all(new is old for new, old in zip(constants, code.co_consts)):
        return code
    return code.replace(co_consts=constants)


def _changed(source, file_name, code, giving, others, shows_locals):
    asked = bool(giving) and any(map(_asks_for_annotations, others))
    has_complex = not isinstance(source, str) or _COMPLEX_TARGET.search(source) is not None
    is_eager = asked or has_complex or not all(map(_is_plain, giving))
    if code.co_flags & _FUTURE or not (giving or has_complex):
        is_eager = False
    # An older `locals()` looks at frames, which proves tampering where an assertion is checked.
    is_seen = shows_locals and looks_at_locals(others)
    if not (is_eager or is_seen or may_need_frames(others)):
        return code
    try:
        tree = ast.parse(source, file_name) if isinstance(source, str) else source
        has_frames = give_frames(tree)
        has_locals = is_seen and show_locals(tree)
        if not (is_eager or has_frames or has_locals):
            return code
        if is_eager:
            locals_ = set().union(*[other.co_varnames + other.co_cellvars for other in others])
            _Eager(frozenset() if asked else _BOUND - locals_).change(tree)
        return _compile(tree, file_name, "exec", dont_inherit=True)
    except RecursionError:
        # Nested deeper than a tree can be; the compiler itself goes further.
        return code


class _Eager:
    """Changes a tree, scope by scope. Nothing here descends into expressions: they may be deep."""

    def __init__(self, bound):
        self._bound = bound

    def change(self, tree):
        scopes = [tree]
        while scopes:
            self._change_scope(scopes.pop(), scopes)

    def _change_scope(self, scope, scopes):
        stores = isinstance(scope, (ast.Module, ast.ClassDef))
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
            before.append(ast.copy_location(ast.Expr(together), together))
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
            return [statement, here(ast.Expr(annotation))]
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
        """Makes the table that a scope with any annotated target has from its start."""
        at = 0
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            at = 1
        while isinstance(body[at], ast.ImportFrom) and body[at].module == "__future__":
            at += 1

        def here(node):
            return ast.copy_location(node, body[at])

        table = here(ast.Name("__annotations__", ast.Store()))
        body.insert(at, here(ast.Assign([table], here(ast.Dict([], [])))))
