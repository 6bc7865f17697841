"""A returned value as tagged JSON, made from exact types without calling any method of the value.

int is decimal text (no 2**53 loss), float is repr; tuple, dict and set are tagged; subclasses of int,
float and dict count as their base type, because native graders compare them equal; everything else is
opaque and equals nothing, unless the caller knows more kinds. The text is data for the page, which compares;
nothing here is a verdict.
"""

import json
import sys

_escape = json.encoder.encode_basestring_ascii
_int_text = int.__repr__
_float_text = float.__repr__
_mro_of = type.__dict__["__mro__"].__get__
_items = dict.items

_MAX_DEPTH = 500
_MAX_NODES = 2_000_000


class _TooLarge(Exception):
    pass


def _opaque(name):
    return '{"o":' + _escape(name) + "}"


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
    if dict in bases:
        pairs = [
            "[" + _write(key, depth + 1, budget, more) + "," + _write(item, depth + 1, budget, more) + "]"
            for key, item in _items(value)
        ]
        return '{"d":[' + ",".join(pairs) + "]}"
    if int in bases:
        return '{"i":"' + _int_text(value) + '"}'
    if float in bases:
        return '{"f":"' + _float_text(value) + '"}'
    return _opaque(kind.__name__)


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
