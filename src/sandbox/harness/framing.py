"""Tells which comprehensions need a frame of their own, as all had before Python 3.12: those where it is seen.

Since PEP 709 a comprehension is part of its function: recursion through one counts once, not twice, and `locals()`,
`super()` or `eval` in one see the function's. A frame costs time, a quarter more in loops of short ones; so only those get one
that call something of the program's own, or look around. The interpreter of this build
(src/sandbox/build/older-behaviour.ts)
leaves a comprehension without a column its frame.

Since 3.14 `any` and `all` of a generator are loops of the function, too: no call of theirs counts. Where the generator calls
something of the program's own, they are written as a call with a star, which stays one.
"""

import ast
import builtins
import opcode
import types

_Code = types.CodeType
_COLLECTING = frozenset(opcode.opmap[name] for name in ("LIST_APPEND", "SET_ADD", "MAP_ADD"))
_LOOKING = frozenset("locals vars dir eval exec super __class__ _getframe currentframe stack".split())
_PLAIN = frozenset(dir(builtins)) - _LOOKING
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)
_NO_FRAME = -1
_LOOPS = frozenset(("any", "all"))


def may_need_frames(codes):
    """Whether a look at the program's tree is worth it. In a comprehension, its function's code keeps the
    collected values."""
    defined = {code.co_name for code in codes}
    wanted = _LOOKING | defined
    for code in codes:
        if _COLLECTING.isdisjoint(code.co_code[::2]) and code.co_name != "<genexpr>":
            continue
        if "<lambda>" in defined or not wanted.isdisjoint(code.co_names + code.co_freevars + code.co_cellvars + code.co_varnames):
            return True
    return False


def walk(tree):
    """As `ast.walk`, which imports something: a program may have put another function for imports."""
    nodes = [tree]
    for node in nodes:
        nodes.extend(ast.iter_child_nodes(node))
        yield node


def give_frames(tree, all_of_them=False):
    """Marks comprehensions, those that are seen or all, and calls of `any` and `all`; whether there was one to mark."""
    comprehensions, loops, defined, imported = [], [], set(), set()
    for node in walk(tree):
        if isinstance(node, _COMPREHENSIONS):
            comprehensions.append(node)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in _LOOPS and len(node.args) == 1 and not node.keywords:
                if isinstance(node.args[0], ast.GeneratorExp):
                    loops.append(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            imported.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
    # Operators, str() and sorted() may come back to methods like these.
    calls_back = any(name.startswith("__") and name != "__init__" for name in defined)
    unseen = (_PLAIN | imported) - defined
    marked = False
    for node in comprehensions:
        if all_of_them or _is_seen(node, defined, unseen, calls_back):
            node.col_offset = node.end_col_offset = _NO_FRAME
            marked = True
    for node in loops:
        generator = node.args[0]
        if _is_seen(generator, defined, unseen, calls_back):
            values = ast.copy_location(ast.Tuple([generator], ast.Load()), generator)
            node.args[0] = ast.copy_location(ast.Starred(values, ast.Load()), generator)
            marked = True
    return marked


def _is_seen(comprehension, defined, unseen, calls_back):
    # The first iterable is evaluated outside.
    first = comprehension.generators[0]
    todo = [first.target, *first.ifs, *comprehension.generators[1:]]
    if isinstance(comprehension, ast.DictComp):
        todo += [comprehension.key, comprehension.value]
    else:
        todo.append(comprehension.elt)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            if node.id in defined or node.id in _LOOKING:
                return True
        elif isinstance(node, ast.Attribute):
            if node.attr in defined or node.attr in _LOOKING:
                return True
        elif isinstance(node, ast.Call):
            if calls_back or (isinstance(node.func, ast.Name) and node.func.id not in unseen):
                return True
        todo += ast.iter_child_nodes(node)
    return False
