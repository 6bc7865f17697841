"""A returned value as tagged JSON, made from exact types without calling any method of the value.

int is decimal text (no 2**53 loss), float is repr; tuple, dict and set are tagged; a subclass of one of these counts
as its base type, because native graders compare them equal; everything else is opaque and equals nothing, unless the
caller knows more kinds (`equal_kinds`). The text is data for the page, which compares;
nothing here is a verdict.
"""

import collections.abc
import decimal
import fractions
import json
import sys
import types

_escape = json.encoder.encode_basestring_ascii
_int_text = int.__repr__
_float_text = float.__repr__
_mro_of = type.__dict__["__mro__"].__get__
_plain_text = str.__str__
_items = dict.items
_list_items = list.__iter__
_tuple_items = tuple.__iter__
_set_items = set.__iter__
_frozenset_items = frozenset.__iter__

_MAX_DEPTH = 500
_MAX_NODES = 2_000_000


class _TooLarge(Exception):
    pass


def _opaque(name):
    return '{"o":' + _escape(name) + "}"


def _data_base(bases):
    """The plain type a class comes from, or None. By identity: a metaclass may have its own `==` and hash."""
    for kind in bases:
        if (
            kind is dict
            or kind is list
            or kind is str
            or kind is int
            or kind is float
            or kind is tuple
            or kind is set
            or kind is frozenset
        ):
            return kind
    return None


def _write(value, depth, budget, more):
    budget[0] -= 1
    if depth > _MAX_DEPTH or budget[0] < 0:
        raise _TooLarge
    kind = type(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if kind is int:
        return '{"i":"' + _int_text(value) + '"}'
    if kind is float:
        return '{"f":"' + _float_text(value) + '"}'
    if kind is str:
        budget[0] -= len(value) >> 4
        return _escape(value)
    if kind is list:
        return "[" + ",".join([_write(item, depth + 1, budget, more) for item in value]) + "]"
    if kind is tuple:
        return '{"t":[' + ",".join([_write(item, depth + 1, budget, more) for item in value]) + "]}"
    if kind is set or kind is frozenset:
        return '{"s":[' + ",".join([_write(item, depth + 1, budget, more) for item in value]) + "]}"
    bases = _mro_of(kind)
    if more is not None:
        text = more(value, bases, lambda inner: _write(inner, depth + 1, budget, more))
        if text is not None:
            return text
    base = _data_base(bases)
    if base is dict:
        pairs = [
            "[" + _write(key, depth + 1, budget, more) + "," + _write(item, depth + 1, budget, more) + "]"
            for key, item in _items(value)
        ]
        return '{"d":[' + ",".join(pairs) + "]}"
    if base is int:
        return '{"i":"' + _int_text(value) + '"}'
    if base is float:
        return '{"f":"' + _float_text(value) + '"}'
    # The value of the base type: the subclass's own methods for its items are not called.
    if base is str:
        return _write(_plain_text(value), depth, budget, more)
    if base is list:
        return _write([*_list_items(value)], depth, budget, more)
    if base is tuple:
        return _write((*_tuple_items(value),), depth, budget, more)
    if base is set or base is frozenset:
        items = _set_items(value) if base is set else _frozenset_items(value)
        return '{"s":[' + ",".join([_write(item, depth + 1, budget, more) for item in items]) + "]}"
    return _opaque(kind.__name__)


def equal_kinds(value, bases, write):
    """Tags for values of the library's types that Python's `==` may call equal to JSON's."""
    if _data_base(bases) is not None:
        return None
    for kind in bases:
        if kind is decimal.Decimal:
            return '{"dec":"' + decimal.Decimal.__str__(value) + '"}'
        if kind is fractions.Fraction:
            return f'{{"frac":"{value.numerator}/{value.denominator}"}}'
        if kind is complex:
            return write(value.real) if value.imag == 0 else None
        if kind is collections.UserList or kind is collections.UserString:
            return write(value.data)
        if kind is collections.abc.Mapping or kind is types.MappingProxyType:
            return write(dict(value))
    # NumPy's, asked of the type: an object may say that it has every attribute.
    if hasattr(bases[0], "dtype") and hasattr(bases[0], "item"):
        if value.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous.")
        return "[" * value.ndim + write(value.item()) + "]" * value.ndim
    return None


def tagged(value, more=None):
    """Tagged JSON text of a value; an opaque tag where it is too deep or too large to be data.

    `more(value, bases, write)` has the first word on what is of no exact kind above: its tag, or None.
    """
    digits = sys.get_int_max_str_digits()
    # The program's own limit on digits is not a limit on what it may return.
    sys.set_int_max_str_digits(0)
    try:
        return _write(value, 0, [_MAX_NODES], more)
    except (_TooLarge, RecursionError):
        return _opaque("a value too large to be data")
    finally:
        sys.set_int_max_str_digits(digits)
