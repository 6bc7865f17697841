"""Shows a program its own frames as before Python 3.13 and 3.14.

`locals()` of a function was one dictionary, in which `exec` left its names for `eval` and the next `locals()` to find; since
PEP 667 it is a new one each time. And a local variable that is loaded was counted as one more reference.
"""

import ast
import builtins
import opcode
import sys
import types

from allpass_framing import give_frames

_Code = types.CodeType
_frame = sys._getframe
_IN_FUNCTION = 1  # CO_OPTIMIZED
_LOOKING = frozenset("exec eval locals vars dir".split())
_COUNTING = "getrefcount"
# No name of a variable is one like this.
_KEPT = ".locals"


def looks_at_locals(codes):
    return any(code.co_flags & _IN_FUNCTION and not _LOOKING.isdisjoint(code.co_names) for code in codes)


def _names_in(frame):
    """The dictionary that `locals()` was there."""
    code, variables = frame.f_code, frame.f_locals
    if not code.co_flags & _IN_FUNCTION:
        return variables
    names = variables.get(_KEPT)
    if names is None:
        names = variables[_KEPT] = {}
    for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
        try:
            names[name] = variables[name]
        except KeyError:
            names.pop(name, None)
    return names


def _locals():
    return _names_in(_frame(1))


def _around(source, *spaces):
    """The arguments of `exec` and `eval`: the text, and the names around it."""
    if not spaces or spaces == (None,):
        frame = _frame(1)
        spaces = (frame.f_globals, _names_in(frame))
    elif len(spaces) == 1 or spaces[0] is spaces[1]:
        return source, *spaces
    return _with_frames(source), *spaces


def _with_frames(source):
    """A comprehension is a function of its own there: it does not see the names around a text."""
    if not isinstance(source, str) or " for " not in source:
        return source
    for mode in ("eval", "exec"):
        try:
            tree = ast.parse(source.lstrip(" \t"), "<string>", mode)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        give_frames(tree, True)
        return compile(tree, "<string>", mode)
    return source


def show_locals(tree):
    """Rewrites the calls that look at a function's variables."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name)
    meant = _LOOKING - bound
    changed = False
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in meant:
                changed = _rewrite(node) or changed
    if changed:
        builtins.__allpass_locals__, builtins.__allpass_around__ = _locals, _around
    return changed


def _rewrite(call):
    def here(node):
        return ast.copy_location(node, call)

    def named(name):
        return here(ast.Name(name, ast.Load()))

    name = call.func.id
    if call.keywords or any(isinstance(each, ast.Starred) for each in call.args):
        return False
    if name in {"exec", "eval"}:
        if not 1 <= len(call.args) <= 3:
            return False
        around = here(ast.Call(named("__allpass_around__"), call.args, []))
        call.args = [here(ast.Starred(around, ast.Load()))]
        return True
    if call.args:
        return False
    if name == "dir":
        call.func, call.args = named("sorted"), [here(ast.Call(named("__allpass_locals__"), [], []))]
    else:
        call.func = named("__allpass_locals__")
    return True


_OWNED = {
    opcode.opmap[f"{name}_BORROW" if "_LOAD" not in name else "LOAD_FAST_BORROW_LOAD_FAST_BORROW"]: opcode.opmap[name]
    for name in ("LOAD_FAST", "LOAD_FAST_LOAD_FAST")
}


def counts_references(codes):
    return any(_COUNTING in code.co_names for code in codes)


def with_counted_loads(code):
    """The same code, but each load of a variable is a reference of its own."""
    operations = bytearray(code.co_code)
    operations[::2] = bytes(_OWNED.get(operation, operation) for operation in operations[::2])
    consts = tuple(with_counted_loads(each) if type(each) is _Code else each for each in code.co_consts)
    return code.replace(co_code=bytes(operations), co_consts=consts)
