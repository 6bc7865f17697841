/** Python stand-ins for the parts of unittest and pytest that checks need. */

/** Runs the test cases of unittest. Raises the exception of the first test that fails. */
export const RUN_TEST_CASES = {
  name: '_allpass_run_cases',
  /** Executed before the check, because the program may have changed the module that the check imports. */
  fresh: `import sys
for _allpass_name in [name for name in sys.modules if name.partition(".")[0] == "unittest"]:
    del sys.modules[_allpass_name]
`,
  source: `def _allpass_run_cases(*cases):
    import unittest

    class Result(unittest.TestResult):
        first = None

        def addError(self, test, error):
            super().addError(test, error)
            self.first = self.first or error[1]

        def addFailure(self, test, error):
            super().addFailure(test, error)
            self.first = self.first or error[1]

        def addSubTest(self, test, subtest, error):
            super().addSubTest(test, subtest, error)
            if error is not None:
                self.first = self.first or error[1]

    result = Result()
    for case in cases:
        unittest.TestLoader().loadTestsFromTestCase(case).run(result)
    if result.first is not None:
        raise result.first
    assert not result.unexpectedSuccesses, "a test succeeds that is expected to fail"
    assert result.testsRun > len(result.skipped), "no test was run"
`,
} as const;

/** The parts of pytest that `PYTEST` implements. */
export const PYTEST_PARTS: ReadonlySet<string> = new Set(['approx', 'fail', 'mark', 'param', 'raises']);

/**
 * Behaves like pytest for numbers, and for lists and dicts of numbers. numpy arrays and nested values are not
 * supported.
 */
export const PYTEST = `class pytest:
    class ParameterSet(tuple):
        pass

    class _Mark:
        def __getattr__(self, name):
            return self

        def __call__(self, *args, **named):
            return args[0] if len(args) == 1 and not named and callable(args[0]) else lambda test: test

    mark = _Mark()

    @staticmethod
    def param(*values, **_):
        return pytest.ParameterSet(values)

    @staticmethod
    def fail(reason="", **_):
        raise AssertionError(reason)

    class _Raises:
        def __init__(self, expected, pattern):
            self.expected, self.pattern = expected, pattern

        def __enter__(self):
            return self

        def match(self, pattern):
            import re

            assert re.search(pattern, str(self.value)), f"{pattern!r} does not match {str(self.value)!r}"
            return True

        def __exit__(self, kind, value, _):
            assert kind is not None, f"did not raise {self.expected}"
            if not issubclass(kind, self.expected):
                return False
            self.type, self.value = kind, value
            return True if self.pattern is None else self.match(self.pattern)

    @staticmethod
    def raises(expected, *call, match=None, **named):
        context = pytest._Raises(expected, match)
        if call:
            with context:
                call[0](*call[1:], **named)
        return context

    class approx:
        __array_ufunc__ = None
        __hash__ = None

        def __init__(self, expected, rel=None, abs=None, nan_ok=False):
            self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok
            each = expected.values() if isinstance(expected, dict) else expected
            if isinstance(expected, (list, tuple, dict)) and any(isinstance(x, (list, tuple, dict)) for x in each):
                raise TypeError("pytest.approx() does not support nested values")

        def __repr__(self):
            return f"approx({self.expected!r})"

        def __eq__(self, actual):
            expected = self.expected
            if isinstance(expected, dict):
                if not isinstance(actual, dict) or set(actual) != set(expected):
                    return False
                return all(self._near(actual[key], expected[key]) for key in expected)
            if isinstance(expected, (list, tuple)):
                try:
                    if len(actual) != len(expected):
                        return False
                except TypeError:
                    return False
                return all(self._near(x, y) for x, y in zip(actual, expected))
            return self._near(actual, expected)

        def _near(self, actual, expected):
            from numbers import Number

            if actual == expected:
                return True
            if isinstance(expected, bool) or not (isinstance(expected, Number) and isinstance(actual, Number)):
                return False
            if expected != expected:
                return self.nan_ok and actual != actual
            size = abs(expected)
            if size == float("inf"):
                return False
            absolute = 1e-12 if self.abs is None else self.abs
            relative = 1e-6 if self.rel is None else self.rel
            near = absolute if self.rel is None and self.abs is not None else max(relative * size, absolute)
            return bool(abs(actual - expected) <= near)


`;
