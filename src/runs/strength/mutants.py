"""Makes mutants of a program: copies with one small fault each, of the kinds that people and models make.

Standard input is JSON: `source`, `most` (the largest number of mutants), `seed` and `oversights`. If this has
a `functionName` and `inputs`, the programs are wrong for other inputs than these. Standard output is JSON: `mutants`
(`code`, `change` in words, `line` of the change from 1), and the numbers of those that are `broken` (they do not compile) or
`equal` to the program or to another mutant, by bytecode; or null, if no tree can be made of the program. Each mutant
keeps the text of the program around its fault.
"""

import ast
import importlib.machinery
import itertools
import json
import random
import sys

_LOADER = importlib.machinery.SourceFileLoader("solution", "solution.py")
_SHOWN = 60

_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Mod: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Div: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
# Operands that are not the same in the other order.
_ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
_FUNCTIONS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "set": "list",
    "reversed": "list",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "bisect": "bisect_left",
    "ceil": "floor",
    "floor": "ceil",
    "round": "int",
    "gcd": "min",
    "lcm": "max",
}
_METHODS = {
    "append": "appendleft",
    "appendleft": "append",
    "popleft": "pop",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "lower": "upper",
    "upper": "lower",
    "find": "rfind",
    "rfind": "find",
    "union": "intersection",
    "intersection": "union",
    "lstrip": "strip",
    "rstrip": "strip",
    "ceil": "floor",
    "floor": "ceil",
    "isalpha": "isalnum",
    "isalnum": "isalpha",
    "isdigit": "isalnum",
    "startswith": "endswith",
    "endswith": "startswith",
}
# Calls whose wrapping changes nothing for some inputs only.
_WRAPPERS = frozenset("abs reversed round int str float strip lower upper lstrip rstrip".split())
# These change no answer, or every one.
_LEFT_ALONE = frozenset("setrecursionlimit stack_size print input exit".split())
_NARROW = 0x7FFFFFFF
_WIDE_OPERATIONS = (ast.Mult, ast.Pow, ast.LShift)
_TEXTS = (ast.Constant, ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)
_UNVISITED = frozenset("annotation returns decorator_list format_spec type_comment bases".split())


def _name(node):
    """Returns the name of a called function or method; '' if it has none."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _number(value):
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def _moved(node, by):
    """Returns the sum of an expression and a small number, as people write it."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return _number(node.value + by)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        right = node.right
        if isinstance(right, ast.Constant) and type(right.value) is int:
            total = (right.value if isinstance(node.op, ast.Add) else -right.value) + by
            if total == 0:
                return node.left
            return ast.BinOp(node.left, ast.Add() if total > 0 else ast.Sub(), ast.Constant(abs(total)))
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(abs(by)))


def _call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _with(node, **fields):
    """Returns a copy of a node with other fields."""
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def _is_main(node):
    return isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "__name__"


def _expressions(node):
    """Yields the operator and the new node of each fault of an expression."""
    if isinstance(node, ast.Compare):
        is_text = any(isinstance(each, ast.Constant) and type(each.value) is str for each in node.comparators)
        for at, op in enumerate(node.ops):
            if is_text:
                # The order of texts is seldom meant.
                others = _COMPARISONS.get(type(op), ())[:1]
                ops = [*node.ops[:at], *(other() for other in others), *node.ops[at + 1 :]]
                if others:
                    yield "comparison", _with(node, ops=ops)
                continue
            for rank, other in enumerate(_COMPARISONS.get(type(op), ())):
                ops = [*node.ops]
                ops[at] = other()
                yield "boundary" if rank == 0 else "comparison", _with(node, ops=ops)
    elif isinstance(node, ast.BoolOp):
        yield "and-or", _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            yield "condition", rest[0] if len(rest) == 1 else _with(node, values=rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        if not isinstance(node.operand, ast.Constant):
            yield "sign", node.operand
    elif isinstance(node, ast.BinOp):
        is_text = isinstance(node.left, _TEXTS) or isinstance(node.right, (ast.List, ast.JoinedStr))
        if not (is_text and isinstance(node.op, (ast.Add, ast.Mod, ast.Mult))):
            for other in _ARITHMETIC.get(type(node.op), ()):
                yield "arithmetic", _with(node, op=other())
            if isinstance(node.op, _ORDERED):
                yield "operands", _with(node, left=node.right, right=node.left)
            if isinstance(node.op, ast.Mod):
                yield "modulus", node.left
            if isinstance(node.op, ast.FloorDiv):
                yield "float-division", _call("int", _with(node, op=ast.Div()))
            if isinstance(node.op, _WIDE_OPERATIONS):
                yield "narrow", ast.BinOp(node, ast.BitAnd(), ast.Constant(_NARROW))
    elif isinstance(node, ast.Constant):
        value = node.value
        if type(value) is bool:
            yield "value", ast.Constant(not value)
        elif type(value) is int:
            yield "off-by-one", _number(value + 1)
            yield "off-by-one", _number(value - 1)
        elif type(value) is float:
            yield "value", ast.Constant(value * 2 if value else 1.0)
    elif isinstance(node, ast.IfExp):
        yield "branch", node.body
        yield "branch", node.orelse
    elif isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            lower, upper, step = node.slice.lower, node.slice.upper, node.slice.step
            for by in (1, -1):
                if upper is not None:
                    yield "slice", _with(node, slice=ast.Slice(lower, _moved(upper, by), step))
                if lower is not None:
                    yield "slice", _with(node, slice=ast.Slice(_moved(lower, by), upper, step))
            if lower is None and step is None:
                yield "slice", _with(node, slice=ast.Slice(ast.Constant(1), upper, None))
            if upper is None and step is None:
                yield "slice", _with(node, slice=ast.Slice(lower, ast.Constant(-1), None))
            if step is not None:
                yield "slice", _with(node, slice=ast.Slice(lower, upper, None))
        elif isinstance(node.ctx, ast.Load):
            index = node.slice
            if not isinstance(index, (ast.Constant, ast.UnaryOp, ast.Tuple)):
                yield "index", _with(node, slice=_moved(index, -1))
            if isinstance(index, ast.Constant) and index.value == 0:
                yield "index", _with(node, slice=_number(-1))
        inner = node.value
        if isinstance(inner, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            swapped = _with(inner, slice=node.slice)
            yield "index", _with(node, value=swapped, slice=inner.slice)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        for at, part in enumerate(node.generators):
            if part.ifs:
                parts = [*node.generators]
                parts[at] = _with(part, ifs=[])
                yield "filter", _with(node, generators=parts)


def _calls(node):
    name, arguments = _name(node), node.args
    is_function = isinstance(node.func, ast.Name)
    others = _FUNCTIONS if is_function else _METHODS
    if name in others and not (name in {"sorted", "set", "round"} and not arguments):
        func = _with(node.func, id=others[name]) if is_function else _with(node.func, attr=others[name])
        # A list takes neither a key nor an order.
        is_bare = others[name] in {"list", "int"}
        operator = "min-max" if name in {"min", "max", "any", "all"} else "sort" if name == "sorted" else "call"
        yield operator, ast.Call(func, arguments[:1] if is_bare else arguments, [] if is_bare else node.keywords)
    if is_function and name in _WRAPPERS and len(arguments) == 1:
        if not isinstance(arguments[0], ast.Constant):
            yield "call", arguments[0]
    if not is_function and name in _WRAPPERS and not arguments:
        yield "call", node.func.value
    if is_function and name in {"min", "max"} and len(arguments) == 2 and not node.keywords:
        yield "min-max", arguments[0]
        yield "min-max", arguments[1]
    if name in {"len", "sum", "count", "find", "index"} and len(arguments) == 1:
        yield "off-by-one", _moved(node, -1)
        yield "off-by-one", _moved(node, 1)
    if is_function and name == "sum":
        yield "narrow", ast.BinOp(node, ast.BitAnd(), ast.Constant(_NARROW))
    if is_function and name == "range":
        last = len(arguments) > 1
        for by in (1, -1):
            changed = [*arguments]
            changed[last] = _moved(arguments[last], by)
            yield "range", ast.Call(node.func, changed, [])
            if last:
                yield "range", ast.Call(node.func, [_moved(arguments[0], by), *arguments[1:]], [])
        if len(arguments) == 1:
            yield "range", ast.Call(node.func, [ast.Constant(1), *arguments], [])
        if len(arguments) == 3:
            yield "range", ast.Call(node.func, arguments[:2], [])
    if name in {"sorted", "sort"}:
        for at, keyword in enumerate(node.keywords):
            yield "sort", ast.Call(node.func, arguments, [*node.keywords[:at], *node.keywords[at + 1 :]])
        if not any(keyword.arg == "reverse" for keyword in node.keywords):
            reverse = ast.keyword("reverse", ast.Constant(True))
            yield "sort", ast.Call(node.func, arguments, [*node.keywords, reverse])
    if name in {"min", "max"} and node.keywords:
        yield "sort", ast.Call(node.func, arguments, [])
    if not is_function and name == "append" and len(arguments) == 1:
        yield "append", ast.Call(_with(node.func, attr="insert"), [ast.Constant(0), *arguments], [])
    if not is_function and name == "pop" and not arguments:
        yield "append", ast.Call(node.func, [ast.Constant(0)], [])
    if not is_function and name == "pop" and len(arguments) == 1:
        yield "append", ast.Call(node.func, [], [])
    if not is_function and name == "split" and not arguments:
        yield "call", ast.Call(node.func, [ast.Constant(" ")], [])
    if len(arguments) >= 2 and name not in {"range", "min", "max", "isinstance", "gcd", "zip", "map", "filter"}:
        if not any(isinstance(each, ast.Starred) for each in arguments):
            yield "arguments", ast.Call(node.func, [arguments[1], arguments[0], *arguments[2:]], node.keywords)
    if name in {"get", "defaultdict", "Counter"} and len(arguments) == 2:
        yield "value", ast.Call(node.func, [arguments[0], _moved(arguments[1], 1)], node.keywords)


def _is_initial(value):
    """Whether a value starts a search or a sum: an empty container, a constant, an infinity."""
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    if isinstance(value, (ast.List, ast.Set)):
        return not value.elts
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.Call):
        return _name(value) in {"float", "set", "list", "dict", "defaultdict", "deque", "Counter"} and len(value.args) < 2
    return isinstance(value, ast.Constant) or _name(value) in {"inf", "maxsize"}


def _statements(body, at, bound):
    """Yields the operator and the statements that stand in place of one statement, with their number before."""
    node = body[at]
    if isinstance(node, ast.If) and not _is_main(node.test):
        yield "branch", [*node.body], 1
        yield "branch", [*node.orelse] or [ast.Pass()], 1
        yield "condition", [_with(node, test=ast.UnaryOp(ast.Not(), node.test))], 1
        if node.orelse:
            yield "branch", [_with(node, orelse=[])], 1
    elif isinstance(node, (ast.AugAssign, ast.Delete, ast.Break, ast.Continue, ast.Raise)):
        yield "statement", [ast.Pass()], 1
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _name(node.value) not in _LEFT_ALONE:
        yield "statement", [ast.Pass()], 1
    elif isinstance(node, ast.Assign):
        target = node.targets[0]
        is_known = isinstance(target, ast.Name) and bound.get(target.id, 0) > 1
        if (is_known and not isinstance(node.value, ast.Attribute)) or isinstance(target, ast.Subscript):
            yield "statement", [ast.Pass()], 1
        if isinstance(node.value, ast.UnaryOp) and _is_initial(node.value):
            yield "initial", [_with(node, value=ast.Constant(0))], 1
        elif _name(node.value) in {"float", "inf", "maxsize"} and _is_initial(node.value):
            yield "initial", [_with(node, value=ast.Constant(0))], 1
            yield "initial", [_with(node, value=ast.Constant(10**4))], 1
        elif isinstance(node.value, ast.Constant) and type(node.value.value) is int and node.value.value >= 10**5:
            yield "initial", [_with(node, value=ast.Constant(1000))], 1
    if isinstance(node, ast.AugAssign):
        for other in _ARITHMETIC.get(type(node.op), ()):
            yield "arithmetic", [_with(node, op=other())], 1
        yield "statement", [ast.Assign([node.target], node.value)], 1
        if isinstance(node.op, (ast.Mult, ast.Add)) and not isinstance(node.value, _TEXTS):
            read = ast.parse(ast.unparse(node.target), mode="eval").body
            wrapped = ast.BinOp(ast.BinOp(read, node.op, node.value), ast.BitAnd(), ast.Constant(_NARROW))
            yield "narrow", [ast.Assign([node.target], wrapped)], 1
    if isinstance(node, (ast.Break, ast.Continue)):
        yield "loop", [ast.Continue() if isinstance(node, ast.Break) else ast.Break()], 1
    if isinstance(node, (ast.For, ast.While)):
        yield "early", [_with(node, body=[*node.body, ast.Break()])], 1
        for inner, statement in enumerate(node.body):
            if isinstance(statement, ast.Assign) and _is_initial(statement.value) and len(node.body) > 1:
                rest = [*node.body[:inner], *node.body[inner + 1 :]]
                yield "reset", [statement, _with(node, body=rest)], 1
        after = body[at + 1] if at + 1 < len(body) else None
        if isinstance(after, ast.Return):
            yield "early", [_with(node, body=[*node.body, after]), after], 2
    if isinstance(node, ast.Return) and node.value is not None and at > 0 and len(body) > 1:
        if not isinstance(node.value, ast.Constant) and isinstance(node.value, (ast.Name, ast.BinOp, ast.Call)):
            yield "off-by-one", [_with(node, value=_moved(node.value, 1))], 1


class _Expression:
    def __init__(self, operator, node, new, owner, field, place):
        self.operator, self.old, self.new = operator, [node], [new]
        self._owner, self._field, self._place = owner, field, place

    def set(self, nodes):
        if self._place is None:
            setattr(self._owner, self._field, nodes[0])
        else:
            getattr(self._owner, self._field)[self._place] = nodes[0]

    def undo(self):
        self.set(self.old)

    def apply(self):
        self.set(self.new)


class _Statement:
    def __init__(self, operator, body, at, new, count):
        self.operator, self.old, self.new = operator, body[at : at + count], new
        self._body, self._at = body, at

    def apply(self):
        self._body[self._at : self._at + len(self.old)] = self.new

    def undo(self):
        self._body[self._at : self._at + len(self.new)] = self.old


def _faults(tree):
    """Returns all faults of a program."""
    bound = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = bound.get(node.id, 0) + 1
    faults, owners = [], [tree]
    while owners:
        owner = owners.pop()
        # What only prepares or checks the program.
        if isinstance(owner, ast.Assert) or _name(owner) in {"setrecursionlimit", "stack_size"}:
            continue
        for field, value in ast.iter_fields(owner):
            if field in _UNVISITED or isinstance(value, str):
                continue
            parts = value if isinstance(value, list) else [value]
            for at, part in enumerate(parts):
                if not isinstance(part, ast.AST):
                    continue
                if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                    continue
                place = at if isinstance(value, list) else None
                if isinstance(part, ast.stmt):
                    for operator, new, count in _statements(parts, at, bound):
                        faults.append(_Statement(operator, parts, at, new, count))
                elif isinstance(part, ast.expr) and not _is_main(part):
                    for operator, new in _expressions(part):
                        faults.append(_Expression(operator, part, new, owner, field, place))
                if not _is_main(part):
                    owners.append(part)
    return faults


def _in_turn(groups):
    """Yields the first of each list, then the second of each, and so on."""
    groups = [iter(group) for group in groups]
    while groups:
        left = []
        for group in groups:
            for item in group:
                yield item
                left.append(group)
                break
        groups = left


def _chosen(faults, chance):
    """Returns the faults in an order of which every beginning is spread over the operators and lines."""
    operators = {}
    for fault in faults:
        lines = operators.setdefault(fault.operator, {})
        lines.setdefault(fault.old[0].lineno, []).append(fault)
    groups = []
    for lines in operators.values():
        on_lines = list(lines.values())
        chance.shuffle(on_lines)
        for group in on_lines:
            chance.shuffle(group)
        groups.append(list(_in_turn(on_lines)))
    chance.shuffle(groups)
    return _in_turn(groups)


def _key(code):
    """Returns the parts of code that its lines and columns do not change."""
    constants = tuple(
        _key(each) if isinstance(each, type(code)) else (type(each).__name__, repr(each)) for each in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, constants, names, code.co_argcount, code.co_flags, code.co_exceptiontable


def _compiled(source):
    return _LOADER.source_to_code(source, "solution.py")


def _written(nodes, column):
    return "\n".join(ast.unparse(node) for node in nodes).replace("\n", "\n" + " " * column)


def _shown(nodes):
    """Returns the first line of some code, cut to a readable length."""
    text = "; ".join(ast.unparse(node).split("\n")[0] for node in nodes)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _change(fault):
    if len(fault.new) == 1 and isinstance(fault.new[0], ast.Pass):
        return f"dropped: {_shown(fault.old)}"
    if fault.operator == "reset":
        return f"moved before the loop: {_shown(fault.new[:1])}"
    if fault.operator == "early":
        return f"the loop ends in its first turn: {_shown(fault.old[:1])}"
    old, new = _shown(fault.old), _shown(fault.new)
    first = fault.old[0]
    if isinstance(first, ast.If) and fault.operator == "branch":
        if fault.new == first.body:
            return f"always taken: {old}"
        return f"never taken: {old}" if fault.new == first.orelse else f"without its else: {old}"
    return f"{old} became {new}"


def _text(source, starts, fault, tree, key):
    """Returns the text of a mutant: the program's own but for the fault, or else what the tree is written as."""
    first, last = fault.old[0], fault.old[-1]
    begin = starts[first.lineno - 1] + first.col_offset
    end = starts[last.end_lineno - 1] + last.end_col_offset
    written = _written(fault.new, first.col_offset if isinstance(first, ast.stmt) else 0)
    for middle in (written, f"({written})"):
        text = (source[:begin] + middle.encode() + source[end:]).decode()
        try:
            if _key(_compiled(text)) == key:
                return text
        except Exception:
            pass
    return ast.unparse(tree) + "\n"


# Inputs that an author may not have thought of. `x` is an argument, a part of one, or the list of all arguments.
_OVERSIGHTS = {
    "an empty list": "x == []",
    "one item": "len(x) == 1",
    "two items": "len(x) == 2",
    "more than 5 items": "len(x) > 5",
    "more than 10 items": "len(x) > 10",
    "more than 20 items": "len(x) > 20",
    "equal items only": "len(x) > 1 and len(set(map(repr, x))) == 1",
    "equal items": "len(set(map(repr, x))) < len(x)",
    "unequal items only": "len(x) > 2 and len(set(map(repr, x))) == len(x)",
    "a palindrome": "len(x) > 2 and x == x[::-1]",
    "equal ends": "len(x) > 2 and x[0] == x[-1]",
    "rising items": "len(x) > 2 and list(x) == sorted(x)",
    "falling items": "len(x) > 2 and list(x) == sorted(x)[::-1]",
    "the largest item first": "len(x) > 2 and x[0] == max(x)",
    "the largest item last": "len(x) > 2 and x[-1] == max(x)",
    "a zero first": "type(x) is list and x[0] == 0",
    "a zero last": "type(x) is list and x[-1] == 0",
    "negative numbers only": "type(x) is list and max(x) < 0",
    "an item that the next one contains": "any(y in z for y, z in zip(x, x[1:]))",
    "an item that contains the next one": "any(z in y for y, z in zip(x, x[1:]))",
    "a number that is the length before it": "any(len(y) == z for y, z in zip(x, x[1:]))",
    "a number above the length before it": "any(len(y) < z for y, z in zip(x, x[1:]))",
    "none": "x is None",
}
_OVERSIGHTS_OF_NUMBERS = {
    "a negative number": "x < 0",
    "zero": "x == 0",
    "one": "x == 1",
    "an even number": "x % 2 == 0 and x > 0",
    "an odd number": "x % 2 == 1 and x > 1",
    "a multiple of ten": "x % 10 == 0 and x > 0",
    "a power of two": "x > 2 and x & (x - 1) == 0",
    "a square": "x > 1 and round(x**0.5) ** 2 == x",
    "a number above 10": "x > 10",
    "a number above 100": "x > 100",
    "a number above 1000": "x > 1000",
    "a number above a million": "x > 10**6",
    "a number next to a power of ten": "abs(x) in (9, 10, 99, 100, 999, 1000, 9999, 10000)",
    "a negative number next to a power of ten": "-x in (9, 10, 99, 100, 999, 1000, 9999, 10000)",
    "a fraction": "x % 1 > 0",
    "a number between zero and one": "0 < x < 1",
    "a fraction next to a whole number": "0 < x % 1 < 0.01 or 0.99 < x % 1",
    "a number close to one before it": "any(0 < abs(y - x[1]) < 1 for y in (x[0] if type(x[0]) is list else [x[0]]))",
    "a number that occurs before it": "x[1] in x[0]",
    "a whole float": "type(x) is float and x % 1 == 0",
    "true or false": "type(x) is bool",
}
_OVERSIGHTS_OF_TEXTS = {
    "an empty text": "x == ''",
    "a capital": "any(map(str.isupper, x))",
    "a small letter": "any(map(str.islower, x))",
    "a digit": "any(map(str.isdigit, x))",
    "a space": "' ' in x",
    "a space at an end": "x.strip() != x",
    "two spaces": "'  ' in x",
    "a line break or a tab": "'\\n' in x or '\\t' in x",
    "other characters": "any(not y.isalnum() and y != ' ' for y in x)",
    "no letter": "x != '' and not any(map(str.isalpha, x))",
    "a first letter in capital": "x[0].isupper()",
    "a first digit": "x[0].isdigit()",
    "a part in another case": (
        "any(y not in z and y.lower() in z.lower() for y in x[1:] for z in (x[0] if type(x[0]) is list else x[:1]))"
    ),
}
# Values that a program may take for the same, by type. `x` is an argument or a part of one.
_TAKEN = {
    "bool": ("int(x)", "None"),
    "int": (
        *("abs(x)", "-x", "max(x, 0)", "max(x, 1)", "min(x, 10)", "min(x, 100)", "min(x, 1000)"),
        *("x % 10", "x % 100", "x // 10", "x + x % 2", "x + (x == 0)", "int(str(abs(x))[::-1])"),
    ),
    "float": (
        *("abs(x)", "-x", "max(x, 0.0)", "float(int(x))", "float(round(x))"),
        *("round(x, 1)", "round(x, 2)", "round(x, 4)", "min(x, 100.0)"),
    ),
    "str": (
        *("x.lower()", "x.upper()", "x.strip()", "x.lstrip()", "x.rstrip()", "' '.join(x.split())"),
        *("''.join(' ' if y.isspace() else y for y in x)", "x.replace(' ', '')", "x.replace('  ', ' ')"),
        *("''.join(filter(str.isalpha, x))", "''.join(filter(str.isalnum, x))", "x.lstrip('0')", "x or ' '"),
        *("''.join(y for y in x if not y.isdigit())", "''.join(y for y in x if y.isalnum() or y == ' ')"),
        *("''.join(y for y in x if y.isalnum() or y.isspace())", "''.join(filter(str.isdigit, x))"),
        *("x[1:]", "x[:-1]", "x[:3]", "x[:5]", "x[:10]", "x[1:-1]", "x[::-1]", "''.join(sorted(x))"),
        *("''.join(dict.fromkeys(x))", "x[:1] + ''.join(z for y, z in zip(x, x[1:]) if y != z)", "x.title()"),
    ),
    "list": (
        *("x[:1]", "x[:2]", "x[:3]", "x[:5]", "x[:10]", "x[1:]", "x[:-1]", "x[1:-1]", "x[::2]", "x[::-1]"),
        *("x if x[0] else x[1:]", "x if x[-1] else x[:-1]", "x[:1] + x", "x + x[-1:]"),
        *("sorted(x)", "[y for at, y in enumerate(x) if y not in x[:at]]", "[y for y in x if x.count(y) == 1]"),
        *("x[:1] + [z for y, z in zip(x, x[1:]) if y != z]", "[y for y in x if y]", "x or [0]", "x or ['']"),
        *("[y for y in x if type(y) is not bool]", "[y for y in x if type(y) is not float]"),
        *("[y for y in x if y is not None]", "[y for y in x if y >= 0]", "[y for y in x if y > 0]"),
        *("[y for y in x if y != min(x)]", "[y for y in x if y != max(x)]", "[y for y in x if abs(y) < 100]"),
    ),
}
_OVERSIGHT_CALL = """

def _has(x):
    try:
        if {change}:
            return True
    except Exception:
        pass
    return isinstance(x, (list, dict)) and any(map(_has, [*x.values(), *x] if isinstance(x, dict) else x))


_own = {own}


def {name}({first}*given):
    if _has([*given]):
        raise ValueError
    return _own({first}*given)
"""
_TAKEN_CALL = """

def _taken(x):
    if type(x) is dict:
        x = {{y: _taken(z) for y, z in x.items()}}
    elif type(x) is list:
        x = [*map(_taken, x)]
    try:
        return {change} if type(x) is {type} else x
    except Exception:
        return x


_own = {own}


def {name}({first}*given):
    return _own({first}*(_taken(x) if at in {places} else x for at, x in enumerate(given)))
"""
# Values that a program may return for the right one, by type.
_RETURNED = {
    "int": ("min(x, 100)", "min(x, 10000)", "x & 0x7FFFFFFF"),
    "float": ("round(x, 1)", "round(x, 2)", "round(x, 4)"),
}
_RETURNED_CALL = """

_own = {own}


def {name}({first}*given):
    x = _own({first}*given)
    return {change} if type(x) is {type} else x
"""
# A loop that ends after so many turns.
_TURNS = 2, 4, 8
# Longer constants are seldom sets of letters.
_LETTERS = 12


def _types(value):
    """Yields the names of the types in a value."""
    yield type(value).__name__
    for part in [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from _types(part)


def _mistaken(types, others):
    """Yields the other values of these types, in words and for the text of a call."""
    for kind, expressions in others.items():
        if kind in types:
            for each in expressions:
                yield f"{kind} x for {each}", {"change": each, "type": kind}


def _overseen(source, tree, name, inputs):
    """Yields programs that fail on inputs that an author may not have thought of, with the change and its line."""
    arguments = [json.loads(given) for given in inputs]
    types = {each for given in arguments for each in _types(given)}
    width = max(map(len, arguments), default=0)
    single = []
    oversights = {**_OVERSIGHTS}
    if types & {"int", "float"}:
        oversights.update(_OVERSIGHTS_OF_NUMBERS)
    if "str" in types:
        oversights.update(_OVERSIGHTS_OF_TEXTS)
    for node in tree.body:
        is_method = isinstance(node, ast.ClassDef) and node.name == "Solution"
        if not (is_method or isinstance(node, ast.FunctionDef) and node.name == name):
            continue
        names = {
            "name": "_seen" if is_method else name,
            "first": "self, " if is_method else "",
            "own": f"Solution.{name}" if is_method else name,
        }
        end = f"\n\nSolution.{name} = _seen\n" if is_method else ""
        calls = [
            (f"fails on {change}", _OVERSIGHT_CALL.format(change=expression, **names))
            for change, expression in oversights.items()
        ]
        calls += [
            (f"takes each {change}", _TAKEN_CALL.format(places=(*range(width),), **taken, **names))
            for change, taken in _mistaken(types, _TAKEN)
        ]
        calls += [
            (f"returns each {change}", _RETURNED_CALL.format(**returned, **names))
            for change, returned in _mistaken({"int", "float"}, _RETURNED)
        ]
        for change, text in calls:
            yield {"code": source + text + end, "change": change, "line": node.lineno}
        for place in range(width) if width > 1 else ():
            own = {each for given in arguments for part in given[place : place + 1] for each in _types(part)}
            for change, taken in _mistaken(own, _TAKEN):
                text = _TAKEN_CALL.format(places=(place,), **taken, **names)
                change = f"takes each {change} in argument {place + 1}"
                single.append({"code": source + text + end, "change": change, "line": node.lineno})
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is str and len(node.value) <= _LETTERS:
            own = node.value
            for at, letter in enumerate(own):
                node.value = own[:at] + own[at + 1 :]
                yield {"code": ast.unparse(tree), "change": f"{own!r} without {letter!r}", "line": node.lineno}
            node.value = own
        if not isinstance(node, (ast.For, ast.comprehension)):
            continue
        own = node.iter
        for turns in _TURNS:
            text = f"(_each for _each, _ in zip({ast.unparse(own)}, range({turns})))"
            node.iter = ast.parse(text, mode="eval").body
            code = ast.unparse(ast.fix_missing_locations(tree))
            yield {"code": code, "change": f"{_shown([own])} for {turns} turns only", "line": own.lineno}
        node.iter = own
    yield from single


def mutants(source, most, seed, oversights=None):
    tree = ast.parse(source)
    if oversights:
        programs = _overseen(source, tree, oversights["functionName"], oversights["inputs"])
        return {"mutants": list(itertools.islice(programs, most)), "broken": 0, "equal": 0}
    seen = {_key(_compiled(source))}
    data = source.encode()
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    found, broken, equal = [], 0, 0
    for fault in _chosen(_faults(tree), random.Random(seed)):
        if len(found) >= most:
            break
        for new in fault.new:
            # A part of the program keeps its place, which other faults need.
            if not hasattr(new, "lineno"):
                ast.copy_location(new, fault.old[0])
            ast.fix_missing_locations(new)
        fault.apply()
        try:
            key = _key(_compiled(tree))
            if key in seen:
                equal += 1
                continue
            seen.add(key)
            code = _text(data, starts, fault, tree, key)
        except Exception:
            broken += 1
            continue
        finally:
            fault.undo()
        found.append({"code": code, "change": _change(fault), "line": fault.old[0].lineno})
    return {"mutants": found, "broken": broken, "equal": equal}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    try:
        answer = mutants(asked["source"], asked["most"], asked["seed"], asked["oversights"])
    except (SyntaxError, ValueError, RecursionError):
        # The program is nested too deeply for a tree, or is not Python.
        answer = None
    json.dump(answer, sys.stdout)
