"""Finds the comprehensions that need a separate frame, as all had before Python 3.12, because a program can see it.

Since PEP 709 a comprehension runs in the frame of its function. So recursion through one counts once, not twice, and
`locals()`, `super()` or `eval` in one see the names of the function. A frame takes time, a quarter of that of a loop of
short comprehensions. So only comprehensions that call functions of the program, or inspect frames, get one. The
interpreter of this build gives a frame to a comprehension without a column number
(src/sandbox/build/older-behaviour.ts).

Since 3.14 `any` and `all` of a generator are compiled to loops, too, so their calls do not count. If the generator calls
functions of the program, they become calls with a star, which the compiler keeps.
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
    """Whether the program's tree may contain such a comprehension. The code of its function collects the values."""
    defined = {code.co_name for code in codes}
    wanted = _LOOKING | defined
    for code in codes:
        if _COLLECTING.isdisjoint(code.co_code[::2]) and code.co_name != "<genexpr>":
            continue
        if "<lambda>" in defined or not wanted.isdisjoint(code.co_names + code.co_freevars + code.co_cellvars + code.co_varnames):
            return True
    return False


def walk(tree):
    """Works like `ast.walk`, but imports nothing, because a program may have replaced the function for imports."""
    nodes = [tree]
    for node in nodes:
        nodes.extend(ast.iter_child_nodes(node))
        yield node


def give_frames(tree, all_of_them=False):
    """Marks all comprehensions, or those with a visible difference, and calls of `any` and `all`. Whether it marked one."""
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
    # Operators, str() and sorted() may call such methods.
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
    # The first iterable is evaluated outside of the comprehension.
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
