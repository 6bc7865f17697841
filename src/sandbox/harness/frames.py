"""Shows a program its frames as before Python 3.13 and 3.14.

`locals()` of a function returned one dictionary, which kept the names of `exec` for `eval` and the next `locals()`. Since
PEP 667 it returns a new one each time. Loading a local variable also counted as one more reference.
"""

import ast
import builtins
import opcode
import sys
import types

from allpass_framing import walk

_Code = types.CodeType
_frame = sys._getframe
_IN_FUNCTION = 1  # CO_OPTIMIZED
_SHOWING = frozenset("locals vars dir".split())
_COUNTING = "getrefcount"
# A name that no variable can have.
_KEPT = ".locals"


def looks_at_locals(codes):
    return any(code.co_flags & _IN_FUNCTION and not _SHOWING.isdisjoint(code.co_names) for code in codes)


def names_in(frame):
    """Returns the dictionary that `locals()` returned in a frame."""
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
    return names_in(_frame(1))


def bound_names(tree):
    """Returns all names that the tree binds."""
    bound = set()
    for node in walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name)
    return bound


def calls_in_functions(tree):
    return {
        node
        for function in walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for node in walk(function)
        if isinstance(node, ast.Call)
    }


def show_locals(tree):
    """Changes the calls that show the variables of a function. compiling.py changes those of `exec` and `eval`."""
    meant = _SHOWING - bound_names(tree)
    changed = False
    for node in calls_in_functions(tree) if meant else ():
        if isinstance(node.func, ast.Name) and node.func.id in meant and not node.args and not node.keywords:
            _rewrite(node)
            changed = True
    if changed:
        builtins.__allpass_locals__ = _locals
    return changed


def _rewrite(call):
    def here(node):
        return ast.copy_location(node, call)

    def named(name):
        return here(ast.Name(name, ast.Load()))

    if call.func.id == "dir":
        call.func, call.args = named("sorted"), [here(ast.Call(named("__allpass_locals__"), [], []))]
    else:
        call.func = named("__allpass_locals__")


_OWNED = {
    opcode.opmap[f"{name}_BORROW" if "_LOAD" not in name else "LOAD_FAST_BORROW_LOAD_FAST_BORROW"]: opcode.opmap[name]
    for name in ("LOAD_FAST", "LOAD_FAST_LOAD_FAST")
}


def counts_references(codes):
    return any(_COUNTING in code.co_names for code in codes)


def with_counted_loads(code):
    """Returns the code with instructions that count each load of a variable as a reference."""
    operations = bytearray(code.co_code)
    operations[::2] = bytes(_OWNED.get(operation, operation) for operation in operations[::2])
    consts = tuple(with_counted_loads(each) if type(each) is _Code else each for each in code.co_consts)
    return code.replace(co_code=bytes(operations), co_consts=consts)
