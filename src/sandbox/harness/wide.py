"""Provides sizes and C types of 64 bits, as on the machines of graders. This interpreter has 32 bits.

A program that fails because of this runs again in a second form, in which functions in Python replace those in C that
accept no larger sizes. So other programs are not slower. Functions that differ without an exception (`islice`, types
of C) are replaced before a program runs whose source mentions them.
"""

import array
import ast
import builtins
import importlib.util
import io
import operator
import re
import sys
import types

from allpass_compiling import Texts
from allpass_older_library import set_in_type

_LARGEST = (1 << 31) - 1
_WIDEST = (1 << 63) - 1
_index = operator.index
_len = len


def _clipped(value):
    """Limits a size that is only a bound. No object in memory is larger than the limit, on either side."""
    if not isinstance(value, int) or abs(value) <= _LARGEST or abs(value) > _WIDEST:
        return value
    return _LARGEST if value > 0 else -_LARGEST


def _wide_len(obj, /):
    if type(obj) is range:
        size = max(0, (obj.stop - obj.start + obj.step - (1 if obj.step > 0 else -1)) // obj.step)
    else:
        method = getattr(type(obj), "__len__", None)
        if type(method) is not types.FunctionType:
            return _len(obj)
        size = _index(method(obj))
        if size < 0:
            return _len(obj)
    if size > _WIDEST:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return size


def _python_bisect():
    """Returns the functions of the module that are written in Python, which it usually replaces by those in C."""
    module = sys.modules["bisect"]
    stock = sys.modules.get("_bisect")
    sys.modules["_bisect"] = None
    try:
        spec = importlib.util.find_spec("bisect")
        plain = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(plain)
    finally:
        sys.modules["_bisect"] = stock
    for name in ("bisect_left", "bisect_right", "insort_left", "insort_right", "bisect", "insort"):
        setattr(module, name, getattr(plain, name))


def _countable(items, times):
    """Returns a number of repetitions. Raises MemoryError if the result would not fit natively either."""
    if times > _LARGEST and _len(items):
        raise MemoryError
    return _clipped(times)


def _wide_collections():
    import collections

    Stock = collections.deque

    class deque(Stock):
        __slots__ = ("_most",)

        def __init__(self, iterable=(), maxlen=None):
            self._most = maxlen
            super().__init__(iterable, _clipped(maxlen))

        @property
        def maxlen(self):
            return self._most

        def rotate(self, n=1, /):
            n = _index(n)
            size = _len(self)
            if size > 1:
                super().rotate(n % size if n >= 0 else -(-n % size))

        def insert(self, index, value, /):
            super().insert(max(-_LARGEST, min(_LARGEST, _index(index))), value)

        def __mul__(self, times, /):
            return type(self)(list(self) * _countable(self, times), self._most)

        __rmul__ = __mul__

        def __imul__(self, times, /):
            return super().__imul__(_countable(self, times))

        def copy(self):
            return type(self)(self, self._most)

        __copy__ = copy

        def __reduce__(self):
            return type(self), (list(self), self._most)

    deque.__module__, deque.__qualname__ = "collections", "deque"
    collections.deque = deque


def _wide_islice():
    import itertools

    stock = itertools.islice

    def islice(iterable, /, *bounds):
        return stock(iterable, *map(_clipped, bounds))

    itertools.islice = islice


def _wide_repeat():
    import itertools

    class repeat:
        """Replaces itertools.repeat, which accepts only counts of 32 bits."""

        __slots__ = ("_object", "_left")

        def __init__(self, object, times=None):
            self._object = object
            self._left = None if times is None else max(0, _index(times))

        def __iter__(self):
            return self

        def __next__(self):
            if self._left is not None:
                if not self._left:
                    raise StopIteration
                self._left -= 1
            return self._object

        def __length_hint__(self):
            if self._left is None:
                raise TypeError("len() of unsized object")
            return self._left

        def __repr__(self):
            counted = "" if self._left is None else f", {self._left}"
            return f"repeat({self._object!r}{counted})"

    repeat.__module__, repeat.__qualname__ = "itertools", "repeat"
    itertools.repeat = repeat


def _piecewise_os_read():
    import os

    stock = os.read

    def read(fd, length, /):
        return stock(fd, min(_index(length), max(1 << 16, os.fstat(fd).st_size)))

    os.read = read


def _sized(stock):
    def method(self, /, *args, **named):
        if named:
            named = {key: _clipped(value) for key, value in named.items()}
        return stock(self, *map(_clipped, args), **named)

    return method


def _piecewise(stock):
    """Reads in pieces, because a read of at most a number of bytes allocates all of them first."""
    once = stock.__name__ == "read1"

    def read(self, /, *args):
        if not args or not isinstance(args[0], int) or args[0] <= 1 << 16:
            return stock(self, *args)
        return _read(lambda size: stock(self, size), args[0], once)

    return read


def _read(method, size, once):
    parts = []
    while size > 0:
        part = method(min(size, 1 << 16))
        if not part:
            break
        parts.append(part)
        size -= _len(part)
        if once:
            break
    empty = parts[0][:0] if parts else method(0)
    return empty.join(parts)


def _times(one, other, /):
    """Repeats a sequence that is a literal."""
    for count, items in ((one, other), (other, one)):
        if isinstance(count, int) and isinstance(items, (str, bytes, list, tuple)):
            return items * _countable(items, count)
    return one * other


_READING = (io.TextIOWrapper, io.BufferedReader, io.BufferedRandom, io.FileIO)
# Sizes, counts and positions that are only bounds.
_METHODS = (
    ((str, bytes, bytearray), "split rsplit replace"),
    ((list, bytearray, array.array), "insert pop"),
    ((*_READING, io.StringIO, io.BytesIO), "read read1 readline readlines"),
    ((re.Pattern,), "split sub subn match fullmatch search findall finditer"),
)


def _wide_methods():
    for owners, names in _METHODS:
        for owner in owners:
            for name in names.split():
                stock = getattr(owner, name, None)
                if stock is None:
                    continue
                method = (_piecewise if owner in _READING and name in {"read", "read1"} else _sized)(stock)
                method.__name__, method.__qualname__ = name, f"{owner.__name__}.{name}"
                set_in_type(owner, name, method)


def _bytes(make, *args, **named):
    """Returns bytes of a given number. A number that is too large here is too large natively, too."""
    if make in (bytes, bytearray) and args and isinstance(args[0], int) and _LARGEST < args[0] <= _WIDEST:
        raise MemoryError
    return make(*args, **named)


class _Wide(ast.NodeTransformer):
    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in {"bytes", "bytearray"} and node.args:
            name = ast.copy_location(ast.Name("__allpass_bytes__", ast.Load()), node)
            return ast.copy_location(ast.Call(name, [node.func, *node.args], node.keywords), node)
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        displays = (ast.List, ast.Tuple)
        if isinstance(node.op, ast.Mult) and any(
            isinstance(side, displays)
            or (isinstance(side, ast.Constant) and isinstance(side.value, (str, bytes)))
            for side in (node.left, node.right)
        ):
            name = ast.copy_location(ast.Name("__allpass_times__", ast.Load()), node)
            return ast.copy_location(ast.Call(name, [node.left, node.right], []), node)
        return node


def wide(source, file_name):
    """Returns the tree of the program's second form, and installs the replacing functions."""
    builtins.len = _wide_len
    builtins.__allpass_times__, builtins.__allpass_bytes__ = _times, _bytes
    _wide_methods()
    _python_bisect()
    _wide_collections()
    _wide_islice()
    _wide_repeat()
    _piecewise_os_read()
    # Text that the program compiles itself takes this form, too.
    Texts.widen = _Wide().visit
    return Texts.widen(ast.parse(source, file_name))


def prepare(source):
    """Replaces functions that differ without an exception, if the program may use them."""
    # The error mentions no size, so the engine could not detect it if the program catches it.
    if "islice" in source and re.search(r"\b(?:except|suppress)\b", source):
        _wide_islice()
    if "ctypes" in source:
        _wide_ctypes()


def _wide_ctypes():
    import ctypes

    signed, unsigned = ctypes.c_longlong, ctypes.c_ulonglong
    # Natively they are one type with this name.
    signed.__name__, unsigned.__name__ = "c_long", "c_ulong"
    for name in ("c_long", "c_ssize_t", "c_int64"):
        setattr(ctypes, name, signed)
    for name in ("c_ulong", "c_size_t", "c_uint64"):
        setattr(ctypes, name, unsigned)
