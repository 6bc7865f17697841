"""Makes programs of CPython's own tests: `python3.11 native.py NAME` prints the program that runs `test.NAME`, its
standard input, and what native Python says of each test. Nothing of the suite is in this project: it comes with Python.
"""

import ast
import json
import pathlib
import subprocess
import sys
import tempfile
import tokenize

import test

SUITE = pathlib.Path(test.__file__).parent
RUNNER = pathlib.Path(__file__).with_name("runner.py").read_text()
# Files that tests open, and modules that texts in them name.
DATA = {
    "test_baseexception": ["exception_hierarchy.txt"],
    "test_cmath": ["cmath_testcases.txt", "ieee754.txt"],
    "test_complex": ["ieee754.txt"],
    "test_configparser": ["configdata/*.*"],
    "test_contextlib": ["data/README"],
    "test_decimal": ["decimaltestdata/[a-d]*.decTest"],
    "test_difflib": ["test_difflib_expect.html"],
    "test_float": ["floating_points.txt", "formatfloat_testcases.txt", "ieee754.txt"],
    "test_math": ["cmath_testcases.txt", "ieee754.txt", "math_testcases.txt"],
    "test_random": ["randv*.pck"],
    "test_inspect": ["test_inspect/inspect_fodder*.py"],
    "test_tokenize": ["tokenizedata/*.*"],
}
NAMED = {
    "test_dataclasses": [
        "test.test_dataclasses.dataclass_module_1",
        "test.test_dataclasses.dataclass_module_1_str",
        "test.test_dataclasses.dataclass_module_2",
        "test.test_dataclasses.dataclass_module_2_str",
        "test.test_dataclasses.dataclass_textanno",
    ],
    "test_datetime": ["test.datetimetester"],
    "test_grammar": ["test.typinganndata.ann_module3"],
    "test_typing": ["test.typinganndata.ann_module695"],
}
# Test classes for code in Python that a module in C replaces.
TWINS = {"test_decimal": "Py[A-Z]", "test_datetime": ".*_Pure$", "test_typing": "NewTypePython"}
# One line each. It replaces an empty line or a comment, so that no other line moves.
BEGIN = "_given_ = __import__('json').loads(input()); exec(_given_['runner'], _given_); _given_['begin'](globals())"
END = "_given_['end']()"


def path_of(name):
    """Returns the file of a module `test.…`, or None."""
    path = SUITE.joinpath(*name.split(".")[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def text_of(path):
    with tokenize.open(path) as file:
        return file.read()


def imported(name, path):
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            levels = package.split(".")
            base = ".".join(levels[: len(levels) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, [base, node.module]))
            yield base
            yield from (f"{base}.{each.name}" for each in node.names)


def needed(names):
    """Returns the modules of the suite that these import, directly or indirectly."""
    todo, found = [*names, "test.support", "test.support.import_helper"], {}
    while todo:
        name = todo.pop()
        if name == "test" or name.startswith("test."):
            todo.append(name.rpartition(".")[0]) if "." in name else None
            path = path_of(name) if name != "test" else SUITE / "__init__.py"
            if name not in found and path:
                try:
                    todo += imported(name, path)
                except SyntaxError:
                    # Such a test expects one.
                    continue
                found[name] = path
    if "test.test_decimal" in found:
        # The version of the module in Python, which no browser has.
        found["_pydecimal"] = SUITE.parent / "_pydecimal.py"
    return {name: [text_of(path), path.name == "__init__.py"] for name, path in sorted(found.items())}


def begun(text):
    """Returns the text of a module with `BEGIN` before its code."""
    lines = text.splitlines()
    at = 0
    for node in ast.parse(text).body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        at = node.end_lineno
    if at < len(lines) and not lines[at].strip().strip("#"):
        lines[at] = BEGIN
    elif at < len(lines) and lines[at].startswith("#") and "coding" not in lines[at]:
        lines[at] = BEGIN
    else:
        lines.insert(at, BEGIN)
    return "\n".join([*lines, END, ""])


def program(name):
    path = path_of("test." + name)
    parts = []
    if path.name == "__init__.py":
        parts = sorted(f"test.{name}.{each.stem}" for each in path.parent.glob("test_*.py"))
    text = "\n\n" if parts else text_of(path)
    modules = needed([f"test.{name}", *parts, *NAMED.get(name, ())])
    if not parts:
        del modules[f"test.{name}"]
    files = {
        str(file.relative_to(SUITE)): file.read_bytes().decode("latin-1")
        for pattern in DATA.get(name, ())
        for file in sorted(SUITE.glob(pattern))
    }
    given = {
        "runner": RUNNER,
        "name": "test." + name if not parts else "__main__",
        "parts": parts,
        "modules": modules,
        "files": files,
        "twins": TWINS.get(name, "$"),
    }
    return {"code": begun(text), "stdin": json.dumps(given) + "\n"}


if __name__ == "__main__":
    made = program(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "solution.py").write_text(made["code"])
        command = [sys.executable, "-P", "solution.py"]
        end = subprocess.run(command, input=made["stdin"], capture_output=True, text=True, cwd=folder)
    print(json.dumps({**made, "stdout": end.stdout, "stderr": end.stderr}))
