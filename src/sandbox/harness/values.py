"""Writes a returned value as tagged JSON, by its exact type and without calling a method of the value.

An int is decimal text, which keeps all digits, and a float is its repr. Tuples, dicts and sets are tagged. A value of a
subclass counts as its base type, because native graders compare them equal. All other values are opaque and equal
nothing, unless the caller knows more kinds (`equal_kinds`). The page compares the text; this module gives no verdict.
"""

import collections.abc
import decimal
import fractions
import json
import os
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
    """Returns the plain base type of a class, or None. Compares by identity: a metaclass may define `==` and hash."""
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
    # Reads the value of the base type, without calling methods of the subclass for its items.
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
    """Returns a tag for a value of a library type that may equal a JSON value by Python's `==`."""
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
    # Checks the type for NumPy, because an object may pretend to have every attribute.
    if hasattr(bases[0], "dtype") and hasattr(bases[0], "item"):
        if value.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous.")
        return "[" * value.ndim + write(value.item()) + "]" * value.ndim
    return None


_namespace_of = type.__dict__["__dict__"].__get__
_flags_of = type.__dict__["__flags__"].__get__
_MADE_BY_CLASS_STATEMENT = 1 << 9


def _has_own_equality(bases):
    """Whether `==` of this class is written in Python."""
    for kind in bases:
        if "__eq__" in _namespace_of(kind):
            return bool(_flags_of(kind) & _MADE_BY_CLASS_STATEMENT)
    return False


def _claims(value):
    """The kinds of JSON of which the object says that it equals any value, a letter each: values that nobody can guess."""
    number, text = (int.from_bytes(os.urandom(8)) for _ in "12"), os.urandom(8).hex()
    one, other = number
    claims = ""
    for letter, decoys in (
        ("i", (one, other)),
        ("f", (one / 3, other / 7)),
        ("s", (text, text[::-1] + "x")),
        ("b", (True, False)),
        ("n", (None,)),
        ("l", ([one, text], [text])),
        ("d", ({text: one}, {text: text, "": other})),
    ):
        try:
            if all([value == decoy for decoy in decoys]):
                claims += letter
        except BaseException:
            pass
    return claims


def tagged_as_compared(value):
    """The value's text, as `tagged`. For an object that claims to equal what it is not, a pair of texts: the second
    says what a grader sees that evaluates `value == expected` beside the program. The expected value is not here,
    so each claim is tried with decoys."""
    is_suspect = False
    claims = False

    def plain(inner, bases, write):
        nonlocal is_suspect
        is_suspect = is_suspect or _has_own_equality(bases)
        return equal_kinds(inner, bases, write)

    def live(inner, bases, write):
        nonlocal claims
        if _has_own_equality(bases):
            kinds = _claims(inner)
            if kinds:
                claims = True
                return '{"any":"' + kinds + '"}'
        return equal_kinds(inner, bases, write)

    text = tagged(value, plain)
    # Most values are plain, and are written once.
    seen = tagged(value, live) if is_suspect else text
    return '{"seen":[' + text + "," + seen + "]}" if claims else text


def tagged(value, more=None):
    """Returns a value as tagged JSON text, or an opaque tag if it is too deep or too large.

    `more(value, bases, write)` is called first for a value of another type. It returns a tag, or None.
    """
    digits = sys.get_int_max_str_digits()
    # The program's own limit on digits does not limit its return value.
    sys.set_int_max_str_digits(0)
    try:
        return _write(value, 0, [_MAX_NODES], more)
    except (_TooLarge, RecursionError):
        return _opaque("a value too large to be data")
    finally:
        sys.set_int_max_str_digits(digits)
