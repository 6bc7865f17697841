"""Evaluates annotations where they stand, as before Python 3.14.

3.14 evaluates them on request only (PEP 649), so `def add(self, other: Node)` inside `class Node` is no NameError any
more. Here each annotation is evaluated once, when its function or variable is defined, in the scope and the order of
Python 3.11 (Python/compile.c, `compiler_function` and `compiler_annassign`): decorators, defaults, annotations. The
syntax tree is changed only if an annotation can fail or do anything. Functions also keep the annotations that they
were written with, so inspect, typing and dataclasses find the same as natively. The annotations of a class or a module
are stored as before.
"""

import ast
import opcode
import re
import types

_Code = types.CodeType

# The name of a builtin type is always bound, unless the program has a local variable of that name.
_BOUND = frozenset("int float complex bool str bytes list tuple set frozenset dict object type".split())

# The target of an annotated variable that is not a plain name. Compiled code has no trace of these annotations. The
# pattern does not match slices.
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


def annotating(code):
    """Returns the functions in the code that compute annotations, and all other code."""
    todo, giving, others = [code], [], []
    while todo:
        code = todo.pop()
        (giving if code.co_name == "__annotate__" else others).append(code)
        todo += [inner for inner in code.co_consts if type(inner) is _Code]
    return giving, others


_PLAIN_GIVING = annotating(compile(_PLAIN, "", "exec"))[0]
_PLAIN_OPERATIONS = frozenset().union(*[code.co_code[::2] for code in _PLAIN_GIVING])
_PLAIN_NAMES = frozenset().union(_BOUND, *[code.co_names for code in _PLAIN_GIVING])
_PLAIN_FREE = frozenset().union(*[code.co_freevars for code in _PLAIN_GIVING])


def _is_plain(code):
    return (
        _PLAIN_OPERATIONS.issuperset(code.co_code[::2])
        and _PLAIN_NAMES.issuperset(code.co_names)
        and _PLAIN_FREE.issuperset(code.co_freevars)
    )


# Names of functions that show the names in a class.
SHOWING_CLASSES = frozenset("__dict__ vars dir getmembers".split())


def asks_for_annotations(code):
    """Whether the code uses annotations by their name, or may see them in the dictionary of a class."""
    if "__annotations__" in code.co_names or "__annotations__" in code.co_consts:
        return True
    return not SHOWING_CLASSES.isdisjoint(code.co_names)


def has_complex_target(source):
    """Whether an annotated target is not a plain name. Also true for a tree, which is not searched."""
    return not isinstance(source, str) or _COMPLEX_TARGET.search(source) is not None


def have_effects(giving):
    """Whether evaluating one of these annotations can fail or do anything."""
    return not all(map(_is_plain, giving))


def evaluate(tree, is_asked, others):
    """Changes a tree so that annotations are evaluated: all of them, or those that can fail or do anything.

    `others` is the code whose local variables may hide the name of a builtin type.
    """
    locals_ = set().union(*[other.co_varnames + other.co_cellvars for other in others])
    _Eager(frozenset() if is_asked else _BOUND - locals_).change(tree)


def _evaluation(values):
    """Returns a statement that evaluates a tuple. An expression would be shown in the mode `single`."""
    return ast.copy_location(ast.If(values, [ast.copy_location(ast.Pass(), values)], []), values)


class _Eager:
    """Changes a tree, scope by scope. It does not descend into expressions, because they may be deep."""

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
        """Whether evaluating the annotation can fail or do anything."""
        if isinstance(annotation, ast.Name):
            return annotation.id not in self._bound
        return not isinstance(annotation, ast.Constant) or not self._bound

    def _change_function(self, function, before):
        if function.type_params:
            # Type parameters are newer than 3.11.
            return
        given = function.args
        holders = [*given.args, *given.posonlyargs, given.vararg, *given.kwonlyargs, given.kwarg]
        annotations = [holder.annotation for holder in holders if holder and holder.annotation]
        if function.returns:
            annotations.append(function.returns)
        annotations = [each for each in annotations if self._counts(each)]
        if not annotations:
            return
        # The annotations follow the expression that is evaluated last before them.
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
        """Returns statements that evaluate a variable's annotation after the value, and store it for a plain name."""
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
            # Binds no value, but makes the name one of the scope.
            bound = here(ast.Assign([target], here(ast.Constant(None))))
            first = here(ast.If(here(ast.Constant(False)), [bound], []))
        else:
            first = ast.copy_location(ast.Assign([target], value), statement)
        return [first, here(ast.Assign([entry], annotation))]

    def _begin(self, body):
        """Makes the table of annotations at the start of a scope, if there is none."""
        at = 0
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            at = 1
        while isinstance(body[at], ast.ImportFrom) and body[at].module == "__future__":
            at += 1

        load, store = (ast.copy_location(ast.Name(_TABLE, way), body[at]) for way in (ast.Load(), ast.Store()))
        body.insert(at, ast.copy_location(ast.Assign([store], load), load))


# The name of a variable that stands for the table of annotations until `with_tables` replaces its instructions.
_TABLE = ".annotations"
_LOAD, _SET_UP = opcode.opmap["LOAD_NAME"], opcode.opmap["SETUP_ANNOTATIONS"]
_STORE, _NOTHING = opcode.opmap["STORE_NAME"], opcode.opmap["NOP"]


def with_tables(code):
    """Returns the code with the interpreter's own instruction for making a table of annotations if there is none."""
    consts = tuple(with_tables(each) if type(each) is _Code else each for each in code.co_consts)
    operations = code.co_code
    if _TABLE in code.co_names:
        at = code.co_names.index(_TABLE)
        operations = operations.replace(bytes((_LOAD, at, _STORE, at)), bytes((_SET_UP, 0, _NOTHING, 0)))
    elif all(new is old for new, old in zip(consts, code.co_consts)):
        return code
    return code.replace(co_code=operations, co_consts=consts)
