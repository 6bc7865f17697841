"""Changes the library to that of Python 3.11, for programs that are judged by that version.

Some changes take microseconds and are made for every program. The others import a module, or replace a function in C by
one in Python, so they are made only if the source mentions their subject. All changes are part of the image of the
loaded program, so no test spends time on them.
"""

import ast
import collections
import dataclasses
import fractions
import gc
import json
import os
import re
import statistics
import sys
import traceback
import types
import warnings
from re import _constants, _parser

from allpass_iterators import install as copy_iterators

_Code = types.CodeType


def older(source):
    """Makes the changes whose subjects the source mentions."""
    fractions._RATIONAL_FORMAT = _FRACTION
    dataclasses._FuncBuilder.add_fn = _add_method
    dataclasses._init_fn = _init_function
    dataclasses._replace.__code__ = _REPLACE
    fractions.Fraction.__new__.__code__ = _NEW_FRACTION
    collections.namedtuple.__code__ = _NAMEDTUPLE
    statistics.quantiles = _quantiles
    json.JSONDecodeError.__init__ = _decode_error
    traceback._compute_suggestion_error = _suggest_nothing
    traceback.TracebackException.__init__.__code__ = _NO_IMPORT_ADVISED
    _parser.CATEGORIES[r"\B"] = _INSIDE
    for word, change in _ON_MENTION:
        if word in source:
            change(source)


def refuse_keywords(source, entries):
    """Lets functions refuse newer keywords, such as `functools.reduce(initial)`. Only calls with one are slower."""
    named = _keywords_of(source) if entries else ()
    for entry in entries:
        path, keyword = entry[:-1].split("(")
        if keyword in named:
            module, *owners, name = path.split(".")
            owner = __import__(module)
            for part in owners:
                owner = getattr(owner, part)
            set_in_type(owner, name, _refusing(owner.__dict__[name], name, keyword))


def _keywords_of(source):
    try:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    named = {keyword.arg for call in calls for keyword in call.keywords}
    # Unpacked arguments may be defined anywhere.
    return named if None not in named else set(re.findall(r"\w+", source))


def _is_of_library(frame):
    """Whether the caller is the library, which uses such keywords. Replacing functions may be nested."""
    while frame.f_code.co_filename == _is_of_library.__code__.co_filename:
        frame = frame.f_back
    return frame.f_code.co_filename.startswith("/lib/")


def _refusing(stock, name, keyword):
    plain = stock.__func__ if isinstance(stock, (classmethod, staticmethod)) else stock
    is_native = not isinstance(plain, types.FunctionType)
    title = {"replace": "str.replace", "nextafter": "math.nextafter"}.get(name, name)
    told = f"{title}() takes no keyword arguments"
    if not is_native:
        told = f"{plain.__qualname__}() got an unexpected keyword argument '{keyword}'"
    elif name == "exec":
        told = f"'{keyword}' is an invalid keyword argument for exec()"
    if isinstance(stock, type):

        def __new__(cls, *args, **named):
            if keyword in named:
                raise TypeError(told)
            return stock.__new__(cls, *args, **named)

        try:
            return type(name, (stock,), {"__new__": __new__, "__module__": stock.__module__})
        except TypeError:
            # `TypeVar` cannot be replaced by a class.
            return stock
    if name in {"eval", "exec"}:

        @_named_as(plain)
        def evaluating(text, globals=None, locals=None, /, **named):
            caller = sys._getframe(1)
            if keyword in named:
                if not _is_of_library(caller):
                    raise TypeError(told)
                globals, locals = named.pop("globals", globals), named.pop("locals", locals)
            if globals is None:
                # Uses the module name of the caller.
                globals, locals = caller.f_globals, caller.f_locals if locals is None else locals
            return plain(text, globals, locals, **named)

        return evaluating

    @_named_as(plain)
    def refusing(*args, **named):
        if keyword in named and not _is_of_library(sys._getframe(1)):
            raise TypeError(told)
        return plain(*args, **named)

    return type(stock)(refusing) if isinstance(stock, (classmethod, staticmethod)) else refusing


# There are no spaces around the slash.
_FRACTION = re.compile(fractions._RATIONAL_FORMAT.pattern.replace(r"\s*/\s*", "/"), fractions._RATIONAL_FORMAT.flags)

_NO_FRACTION = "argument should be a string or a Rational instance"
_NEW_FRACTION = fractions.Fraction.__new__.__code__
_NEW_FRACTION = _NEW_FRACTION.replace(
    co_consts=tuple(
        _NO_FRACTION if isinstance(each, str) and each.startswith(_NO_FRACTION) else each
        for each in _NEW_FRACTION.co_consts
    )
)

_stock_add_method = dataclasses._FuncBuilder.add_fn


def _add_method(self, name, args, body, **named):
    """Adds an `__eq__` that compares the tuples of the fields, in which identical objects are equal."""
    if name == "__eq__":
        fields = re.findall(r"self\.(\w+)==", "".join(body))
        mine, others = ("".join(f"{owner}.{field}," for field in fields) for owner in args)
        body = [
            "  if other.__class__ is self.__class__:",
            f"   return ({mine})==({others})",
            "  return NotImplemented",
        ]
    _stock_add_method(self, name, args, body, **named)


def _with_names(code, changes):
    """Returns the code with other names, also in the functions that it contains."""
    consts = tuple(_with_names(each, changes) if type(each) is _Code else each for each in code.co_consts)
    names = tuple(changes.get(name, name) for name in code.co_names)
    return code.replace(co_consts=consts, co_names=names)


def _namedtuple_code():
    stock = collections.namedtuple.__code__
    replaced = [each for each in stock.co_consts if type(each) is _Code and each.co_name == "_replace"]
    consts = tuple(
        _with_names(each, {"TypeError": "ValueError"}) if each in replaced else each for each in stock.co_consts
    )
    return stock.replace(co_consts=consts)


_NAMEDTUPLE = _namedtuple_code()

# A missing or unexpected field is a ValueError.
_REPLACE = _with_names(dataclasses._replace.__code__, {"TypeError": "ValueError"})

_stock_init_function = dataclasses._init_fn


def _init_function(*args):
    try:
        return _stock_init_function(*args)
    except TypeError as error:
        raise TypeError(re.sub(r"(follows default argument) .*", r"\1", str(error))) from None


_stock_quantiles = statistics.quantiles


def _quantiles(data, *, n=4, method="exclusive"):
    if n >= 1:
        data = sorted(data)
        if len(data) < 2:
            raise statistics.StatisticsError("must have at least two data points")
    return _stock_quantiles(data, n=n, method=method)


_stock_decode_error = json.JSONDecodeError.__init__
_AFTER_COMMA = re.compile(r",?[ \t\n\r]*")


def _decode_error(self, msg, doc, pos):
    """Replaces the error about a trailing comma by that about the missing value after it."""
    if msg.startswith("Illegal trailing comma"):
        is_object = msg.endswith("object")
        msg = "Expecting property name enclosed in double quotes" if is_object else "Expecting value"
        pos = _AFTER_COMMA.match(doc, pos).end()
    _stock_decode_error(self, msg, doc, pos)


def _suggest_nothing(*error):
    """Suggests no names, because 3.11 does so only on standard error."""


_NO_IMPORT_ADVISED = _with_names(
    traceback.TracebackException.__init__.__code__, {"stdlib_module_names": "warnoptions"}
)


def _inside_words():
    r"""Lets `\B` match nowhere in an empty text."""
    state = _parser.State()
    ends = [(_constants.AT, _constants.AT_BEGINNING_STRING), (_constants.AT, _constants.AT_END_STRING)]
    is_empty = (_constants.ASSERT_NOT, (1, _parser.SubPattern(state, ends)))
    both = _parser.SubPattern(state, [is_empty, (_constants.AT, _constants.AT_NON_BOUNDARY)])
    return _constants.SUBPATTERN, (None, 0, 0, both)


_INSIDE = _inside_words()


def _named_as(stock):
    """Gives a function the name and module of the function that it replaces."""

    def named(function):
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            try:
                setattr(function, name, getattr(stock, name))
            except (AttributeError, TypeError):
                pass
        return function

    return named


_named_as(_stock_decode_error)(_decode_error)
_named_as(_stock_add_method)(_add_method)
_named_as(_stock_quantiles)(_quantiles)


def set_in_type(owner, name, value):
    """Sets an attribute of a type, even of a type of the interpreter."""
    try:
        setattr(owner, name, value)
    except TypeError:
        gc.get_referents(owner.__dict__)[0][name] = value
        sys._clear_internal_caches()


def _end_of_text(source):
    r"""Refuses the escape `\z`, except in patterns of the library."""
    stock, categories = _parser.parse, _parser.CATEGORIES
    older_categories = {escape: category for escape, category in categories.items() if escape != r"\z"}

    def parse(str, flags=0, state=None):
        if isinstance(str, type("")) and r"\z" in str and _calls_from_program():
            _parser.CATEGORIES = older_categories
            try:
                return stock(str, flags, state)
            finally:
                _parser.CATEGORIES = categories
        return stock(str, flags, state)

    _parser.parse = parse


def _calls_from_program():
    frame = sys._getframe(2)
    while frame and frame.f_globals.get("__name__", "").startswith("re"):
        frame = frame.f_back
    return frame is not None and not frame.f_code.co_filename.startswith("/lib/")


_DIRECTIVES = frozenset("% A B G H I M S U V W X Y Z a b c d f j m p u w x y z".split())


def _older_strptime(source):
    import _strptime

    stock = _strptime.TimeRE.__init__

    def __init__(self, locale_time=None):
        stock(self, locale_time)
        for directive in set(self) - _DIRECTIVES:
            del self[directive]

    def pattern(self, format):
        found = re.search(r"%O(?=[A-Za-z])", format.replace("%%", ""))
        return self[found[0][1:]] if found else stock_pattern(self, format)

    stock_pattern = _strptime.TimeRE.pattern
    _strptime.TimeRE.__init__, _strptime.TimeRE.pattern = __init__, pattern
    _strptime._TimeRE_cache = _strptime.TimeRE()
    _strptime._regex_cache.clear()


# The accepted text has a date, one character, and the hour.
_HOUR_24 = re.compile(r"(?:\d{4}(?:-\d\d-\d\d|\d{4}|-W\d\d(?:-\d)?|W\d{2,3}).|T?)24(?!\d*-)")


def _no_hour_24(source):
    import datetime

    for owner in (datetime.datetime, datetime.time):
        stock = owner.__dict__["fromisoformat"]

        def fromisoformat(cls, text, /, *, stock=stock):
            try:
                made = stock.__get__(None, cls)(text)
                is_24 = made.hour == 0 and _HOUR_24.match(text)
            except ValueError as error:
                is_24 = "when hour is 24" in str(error)
                if not is_24:
                    raise
            if is_24:
                raise ValueError("hour must be in 0..23") from None
            return made

        set_in_type(owner, "fromisoformat", classmethod(_named_as(stock)(fromisoformat)))


def _plain_fromhex(source):
    for owner in (bytes, bytearray):
        stock = owner.__dict__["fromhex"]

        def fromhex(cls, string, /, *, stock=stock):
            if not isinstance(string, str):
                kind = "None" if string is None else type(string).__name__
                raise TypeError(f"fromhex() argument must be str, not {kind}")
            return stock.__get__(None, cls)(string)

        set_in_type(owner, "fromhex", classmethod(fromhex))


def _older_addresses(source):
    """Restores the shorter list of private networks, and the text of mapped addresses."""
    import ipaddress

    V4, V6 = ipaddress.IPv4Network, ipaddress.IPv6Network
    of_4, of_6 = ipaddress._IPv4Constants, ipaddress._IPv6Constants
    of_4._private_networks = [
        V4("192.0.0.0/29") if net == V4("192.0.0.0/24") else net for net in of_4._private_networks
    ]
    newer = {"64:ff9b:1::/48", "2002::/16", "3fff::/20"}
    of_6._private_networks = [net for net in of_6._private_networks if str(net) not in newer]
    of_6._private_networks += [V6("2001:2::/48"), V6("2001:10::/28")]
    of_4._private_networks_exceptions, of_6._private_networks_exceptions = [], []
    Address = ipaddress.IPv6Address
    Address._no_address = None
    for each in vars(Address).values():
        function = each.fget if isinstance(each, property) else each
        if isinstance(function, types.FunctionType) and each is not Address.is_private:
            function.__code__ = _with_names(function.__code__, {"ipv4_mapped": "_no_address"})


def _one_number(source):
    """Makes the argument of `expovariate` required."""
    import random

    stock = random.Random.expovariate

    @_named_as(stock)
    def expovariate(self, lambd):
        return stock(self, lambd)

    random.Random.expovariate = expovariate
    random.expovariate = random._inst.expovariate


def _older_enumerations(source):
    """Makes a class inside of an enumeration a member, and lets `auto` continue from the last number. The error about a
    missing member contains only its name."""
    import enum

    stock = enum.Enum._generate_next_value_

    def _generate_next_value_(name, start, count, last_values):
        try:
            return stock(name, start, count, last_values)
        except TypeError:
            for value in reversed(last_values):
                try:
                    return value + 1
                except TypeError:
                    pass
            return start

    enum.Enum._generate_next_value_ = staticmethod(_generate_next_value_)
    enum._is_internal_class = lambda name, value: False
    enum._dataclass_repr = repr

    def __getattr__(cls, name):
        raise AttributeError(name) from None

    if "except" in source or "getattr" in source:
        enum.EnumType.__getattr__ = __getattr__


def _fields_by_name(source):
    """Gives a field without a type the name of `Any`, and makes `types` the module of the class."""
    stock = dataclasses.make_dataclass

    @_named_as(stock)
    def make_dataclass(cls_name, fields, **named):
        fields = [(field, "typing.Any") if isinstance(field, str) else field for field in fields]
        return stock(cls_name, fields, **{"module": "types", **named})

    dataclasses.make_dataclass = make_dataclass


def _older_wrapping(source):
    """Keeps a blank before a broken word, and counts only blanks and tabs as a margin in `dedent`."""
    import textwrap

    stock = textwrap.TextWrapper._handle_long_word

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        if self.break_long_words and 1 <= width == cur_len:
            # No part of the word fits, so an empty part ends the line.
            cur_line.append("")
        else:
            stock(self, reversed_chunks, cur_line, cur_len, width)

    textwrap.TextWrapper._handle_long_word = _handle_long_word
    blank, indented = re.compile(r"^[ \t]+$", re.MULTILINE), re.compile(r"^[ \t]*(?=[^ \t\n])", re.MULTILINE)

    @_named_as(textwrap.dedent)
    def dedent(text):
        text = blank.sub("", text)
        margins = indented.findall(text)
        shared = os.path.commonprefix(margins)
        return re.sub("(?m)^" + shared, "", text) if shared else text

    textwrap.dedent = dedent


def _texts_as_sequences(source):
    """Accepts a text as a sequence of lines: its characters."""
    import difflib

    stock = difflib._check_types

    def _check_types(a, b, *args):
        stock([*a[:1]], [*b[:1]], *args)

    difflib._check_types = _check_types


def _copied_iterators(source):
    if "copy" in source or "pickle" in source:
        copy_iterators()


def _older_wildcards(source):
    """Restores the end of the translated pattern."""
    import fnmatch

    stock = fnmatch.translate

    @_named_as(stock)
    def translate(pat):
        return stock(pat).removesuffix(r"\z") + r"\Z"

    fnmatch.translate = translate


def _prepared_once(source):
    import graphlib

    stock = graphlib.TopologicalSorter.prepare

    @_named_as(stock)
    def prepare(self):
        if self._ready_nodes is not None:
            raise ValueError("cannot prepare() more than once")
        stock(self)

    graphlib.TopologicalSorter.prepare = prepare


_CONSTANTS = {
    "Num": (int, float, complex),
    "Str": (str,),
    "Bytes": (bytes,),
    "NameConstant": (type(None), bool),
    "Ellipsis": (type(...),),
}


def _older_trees(source):
    """Restores the classes of constants in a tree, and the visits by them. Functions and classes have no type parameters.
    A dump shows empty lists."""
    if not re.search(r"\bast\b", source):
        return
    Constant = ast.Constant
    held = {}

    class _ABC(type):
        def __instancecheck__(cls, node):
            if cls not in held or not isinstance(node, Constant):
                return type.__instancecheck__(cls, node)
            value = getattr(node, "value", held)
            return isinstance(value, held[cls]) and (bool in held[cls] or not isinstance(value, bool))

    def __new__(cls, *args, **named):
        if cls not in held:
            return Constant.__new__(cls, *args, **named)
        for field in cls._fields[: len(args)]:
            if field in named:
                raise TypeError(f"{cls.__name__} got multiple values for argument {field!r}")
        if cls.__name__ == "Ellipsis":
            return Constant(..., *args, **named)
        for field in cls._fields:
            if field in named:
                named["value"] = named.pop(field)
        return Constant(*args, **named)

    for name, kinds in _CONSTANTS.items():
        field = {"Num": ("n",), "Str": ("s",), "Bytes": ("s",), "NameConstant": ("value", "kind")}.get(name, ())
        kind = _ABC(name, (Constant,), {"_fields": field, "__new__": __new__, "__module__": "ast"})
        held[kind] = kinds
        setattr(ast, name, kind)
    value = property(lambda node: node.value, lambda node, value: setattr(node, "value", value))
    Constant.n = Constant.s = value
    for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        kind._fields = tuple(field for field in kind._fields if field != "type_params")

    def visit_Constant(self, node):
        for name, kinds in reversed(_CONSTANTS.items()):
            if isinstance(node.value, kinds):
                visit = getattr(self, f"visit_{name}", None)
                if visit is None:
                    break
                warnings.warn(f"visit_{name} is deprecated; add visit_Constant", DeprecationWarning, 2)
                return visit(node)
        return self.generic_visit(node)

    ast.NodeVisitor.visit_Constant = visit_Constant
    stock = ast.dump

    @_named_as(stock)
    def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
        return stock(node, annotate_fields, include_attributes, indent=indent, show_empty=True)

    ast.dump = dump


_ON_MENTION = (
    (r"\z", _end_of_text),
    ("strptime", _older_strptime),
    ("fromisoformat", _no_hour_24),
    ("fromhex", _plain_fromhex),
    ("ipaddress", _older_addresses),
    ("expovariate", _one_number),
    ("Enum", _older_enumerations),
    ("make_dataclass", _fields_by_name),
    ("textwrap", _older_wrapping),
    ("difflib", _texts_as_sequences),
    ("graphlib", _prepared_once),
    ("itertools", _copied_iterators),
    ("fnmatch", _older_wildcards),
    ("ast", _older_trees),
)
