"""Runs the tests of one module of CPython's suite, natively and in the judge. Standard input contains imported modules.

The module under test is the program itself: a line in front of its code makes this file's `begin` run, and one behind
it `end`. Each test has its status on a line of standard output. Its id goes out before it starts, so that a test that
ends the interpreter is known by it.
"""

import configparser
import importlib
import importlib.abc
import importlib.util
import io
import json
import linecache
import os
import re
import signal
import sys
import types
import typing
import unittest

# Tests that mention one of these names are omitted on both sides: no worker has it, or it is a detail of CPython.
LEFT_OUT = set(
    "threading Thread threading_helper start_threads multiprocessing subprocess fork script_helper spawn_python "
    "assert_python_ok assert_python_failure socket ThreadPoolExecutor ProcessPoolExecutor run_in_subinterp ZoneInfo "
    "_testcapi _testinternalcapi hashlib_helper dbm LegacyInterpolation".split()
)
# Only ends tests that hang.
MOST_SECONDS = 20

given = globals()


class Anything(int):
    """Replaces a missing object. Tests that use it are omitted."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args, **named):
        return self

    def __getitem__(self, key):
        return self


class Sources(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the other modules of the suite."""

    def find_spec(self, name, path=None, target=None):
        if name not in given["modules"]:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=given["modules"][name][1])

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__file__ = self.get_filename(module.__name__)
        module.__annotations__ = {}
        exec(compile(self.get_source(module.__name__), module.__file__, "exec"), module.__dict__)

    def get_source(self, name):
        return given["modules"][name][0]

    def get_filename(self, name):
        is_package = given["modules"][name][1]
        path = name.removeprefix("test").replace(".", "/")
        return f"{given['folder']}{path}{'/__init__' if is_package else ''}.py"


class Hangs(BaseException):
    pass


def ring(number, frame):
    raise Hangs


class Result(unittest.TestResult):
    """Prints the start and the result of each test."""

    def startTest(self, test):
        super().startTest(test)
        self.status = None
        say(short_id(test), None)
        self.streams = sys.stdin, sys.stdout, sys.stderr
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
        signal.signal(signal.SIGALRM, ring)
        signal.alarm(MOST_SECONDS)

    def stopTest(self, test):
        signal.alarm(0)
        sys.stdin, sys.stdout, sys.stderr = self.streams
        say(short_id(test), self.status or "ok")
        super().stopTest(test)

    def addError(self, test, error):
        if isinstance(test, unittest.TestCase):
            self.status = self.status or said(error[1])
        else:
            # The fixture of a class or a module.
            say(test.id(), said(error[1]))

    addFailure = addError

    def addSkip(self, test, reason):
        self.status = self.status or "skip"

    def addExpectedFailure(self, test, error):
        self.status = self.status or "skip"

    def addUnexpectedSuccess(self, test):
        self.status = "unexpected success"

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addError(test, error)


def said(error):
    text = " / ".join(line.strip() for line in str(error).splitlines() if line.strip())
    return f"{type(error).__name__}: {text[:300]}"


def short_id(test):
    # The name that `unittest` uses, without the common folder.
    return test.id().removeprefix("test.")


def begin(namespace):
    # Tests look for files in their own folder and in the working directory.
    given["folder"] = os.getcwd()
    for path, content in given["files"].items():
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode("latin-1"))
    if not os.path.exists(namespace["__file__"]):
        with open(namespace["__file__"], "w") as file:
            file.writelines(linecache.getlines(namespace["__file__"]))
    for name in [name for name in sys.modules if name.split(".")[0] == "test"]:
        del sys.modules[name]
    # Some tests use these while they are defined: modules in C, a module that no browser has, and a removed name.
    sys.modules.update({"_testcapi": Anything(2**31 - 1), "_testinternalcapi": Anything(1), "_testbuffer": None})
    sys.modules["dbm"] = Anything()
    configparser.LegacyInterpolation = Anything
    sys.meta_path.insert(0, Sources())
    # `doctest` imports this module, and the judge removes it for programs that mention it.
    typing.override = getattr(typing, "override", lambda method: method)
    import test.support
    import test.support.import_helper

    test.support.verbose = False
    fresh = test.support.import_helper.import_fresh_module
    test.support.import_helper.import_fresh_module = lambda *names, **more: or_none(fresh, *names, **more)
    name = given["name"]
    if name != "__main__":
        namespace["__name__"], namespace["__package__"] = name, "test"
        namespace["__path__"] = []
        sys.modules[name] = sys.modules["__main__"]
        setattr(sys.modules["test"], name.removeprefix("test."), sys.modules[name])


def or_none(call, /, *names, **more):
    """Returns the version in Python of a module in C, or None."""
    before = dict(sys.modules)
    try:
        return call(*names, **more)
    except ImportError:
        sys.modules.clear()
        sys.modules.update(before)
        return None


def end():
    modules = [sys.modules[given["name"]]]
    modules += [importlib.import_module(name) for name in given["parts"]]
    suites = [unittest.defaultTestLoader.loadTestsFromModule(module) for module in modules]
    tests = [test for suite in suites for test in each_test(suite)]
    unittest.TestSuite(filter(is_asked, tests)).run(Result())


def each_test(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from each_test(part)
        else:
            yield part


def is_asked(test):
    name = short_id(test)
    only = given.get("only")
    return (only is None or name in only) and name not in given.get("without", ()) and not is_left_out(test)


def say(name, status):
    data = json.dumps([name, status]).encode() + b"\n"
    while data:
        data = data[os.write(1, data) :]


def is_left_out(test):
    """Whether the test, or a function of its class or module that it calls, mentions an omitted name."""
    kind = type(test)
    if re.match(given["twins"], kind.__name__):
        return True
    module = sys.modules.get(kind.__module__)
    todo, seen = [getattr(kind, name, None) for name in (test._testMethodName, "setUp", "setUpClass")], set()
    while todo:
        function = todo.pop()
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is None or code in seen:
            continue
        seen.add(code)
        names = names_in(code)
        if names & LEFT_OUT:
            return True
        todo += [getattr(kind, name, None) for name in names]
        todo += [each for each in map(vars(module).get, names) if type(each) is types.FunctionType] if module else []
    return False


def names_in(code):
    names = set(code.co_names)
    for inner in code.co_consts:
        if type(inner) is types.CodeType:
            names |= names_in(inner)
    return names
