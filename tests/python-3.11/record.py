"""Records the results of native Python 3.11 for the programs of this folder: `python3.11 record.py > native.json`.

`programs/*.txt` hold programs, each below a line `=== name`. Besides them programs are generated here, from fixed
seeds: random nests of definitions with annotations that print when they are evaluated.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
GENERATED = 60

PRELUDE = '''class T:
    def __init__(self, k): self.__dict__["k"] = k
    def __getattr__(self, k): print("get", k); return t(k)
    def __setattr__(self, k, v): print("set", k)
    def __setitem__(self, k, v): print("set item")
    def __getitem__(self, k): print("get item"); return int
    def __repr__(self): return "T%r" % (self.__dict__["k"],)
def t(k):
    print("t", k)
    return T(k)
def deco(k):
    print("deco", k)
    return lambda f: f
'''
NAMES = ["a", "b", "int", "str", "Undefined", "Node", "A", "B", "list", "__p"]
ANNOTATIONS = "int str None 'Node' list 5 list[int] int|None 'Node'|None List[int] t(1).sub[0] (lambda:t(7))()".split()


class Generator:
    """Returns random programs without endless loops. A seed determines the program."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def maybe(self, share):
        return self.random.random() < share

    def choose(self, *things):
        return self.random.choice(things)

    def value(self):
        plain = self.choose("1", "None", "'s'", "[t(i) for i in range(2)]", "(lambda q=t(4): q)()", self.choose(*NAMES))
        return f"t({self.random.randrange(1000)})" if self.maybe(0.5) else plain

    def annotation(self):
        if self.maybe(0.4):
            return f"t({self.random.randrange(1000)})"
        return self.choose(*NAMES) if self.maybe(0.1) else self.choose(*ANNOTATIONS)

    def parameter(self, name, default=False):
        text = name + (f": {self.annotation()}" if self.maybe(0.6) else "")
        return f"{text} = {self.value()}" if default else text

    def function(self, indent, depth):
        lines = [f"{indent}@deco({self.value()})" for _ in range(self.choose(0, 0, 1, 2))]
        count = self.random.randrange(4)
        defaults = self.random.randrange(count + 1)
        parameters = [self.parameter(f"p{at}", at >= count - defaults) for at in range(count)]
        if count and self.maybe(0.3):
            parameters.insert(self.random.randrange(count) + 1, "/")
        if self.maybe(0.4):
            parameters.append("*" + self.parameter("rest"))
            parameters += [self.parameter(f"k{at}", self.maybe(0.5)) for at in range(self.random.randrange(3))]
        if self.maybe(0.2):
            parameters.append("**" + self.parameter("more"))
        name = self.choose("a", "b", "f", "__p")
        gives = f" -> {self.annotation()}" if self.maybe(0.4) else ""
        kind = self.choose("def", "def", "def", "async def")
        lines.append(f"{indent}{kind} {name}({', '.join(parameters)}){gives}:")
        lines += self.body(indent + "    ", depth + 1, "function")
        if kind == "def" and self.maybe(0.6):
            lines.append(f"{indent}{name}({', '.join('0' * count)})")
        return lines

    def variable(self, indent):
        targets = [self.choose(*NAMES), f"({self.choose(*NAMES)})", "t(1).k", "t(2)[t(0)]", "t(3).__m"]
        target = targets[0] if self.maybe(0.6) else self.choose(*targets)
        value = f" = {self.value()}" if self.maybe(0.5) else ""
        return [f"{indent}{target}: {self.annotation()}{value}"]

    def statement(self, indent, depth, scope):
        inner = indent + "    "
        chance = self.random.random()
        if chance < 0.3 and depth < 3:
            return self.function(indent, depth)
        if chance < 0.42 and depth < 3:
            name = self.choose("A", "B", "Node", "_C", "__D")
            return [f"{indent}class {name}:", *self.body(inner, depth + 1, "class")]
        if chance < 0.7 or depth >= 3:
            return self.variable(indent)
        if chance < 0.78:
            return [f"{indent}{self.choose(*NAMES)} = {self.value()}"]
        if chance < 0.84:
            head = self.choose("if 1", "for i in range(2)", "while 0", "if 0")
            lines = [f"{indent}{head}:", *self.statement(inner, depth + 1, scope)]
            return [*lines, f"{indent}else:", *self.statement(inner, depth + 1, scope)]
        if chance < 0.92:
            lines = [f"{indent}try:", *self.statement(inner, depth + 1, scope)]
            return [*lines, f"{indent}except Exception as e:", f"{inner}print(type(e).__name__)"]
        if scope == "function":
            return [f"{indent}print('s', {self.value()})"]
        return [f"{indent}try: print(list(__annotations__))", f"{indent}except NameError: print('none')"]

    def body(self, indent, depth, scope):
        lines = [f'{indent}"""About it."""'] if self.maybe(0.2) else []
        for _ in range(self.random.randrange(1, 5)):
            lines += self.statement(indent, depth, scope)
        return lines

    def program(self):
        future = "from __future__ import annotations\n" if self.maybe(0.06) else ""
        return future + PRELUDE + "\n".join(self.body("", 0, "module")) + '\nprint("end")\n'


def generated():
    seed = count = 0
    while count < GENERATED:
        seed += 1
        source = Generator(seed).program()
        try:
            compile(source, "solution.py", "exec")
        except SyntaxError:
            continue
        count += 1
        yield f"generated {seed}", source


def written():
    for path in sorted((HERE / "programs").glob("*.txt")):
        _, *parts = re.split(r"^=== (.+)\n", path.read_text(), flags=re.MULTILINE)
        for name, source in zip(parts[::2], parts[1::2]):
            yield f"{path.stem}: {name}", source


def without_addresses(text):
    return re.sub(r"0x[0-9a-f]+", "0x", text)


def run(source):
    """Returns the output and the exception, '' for a normal end. Each program runs in a new folder."""
    command = [sys.executable, "-I", "-S", "-W", "ignore", "solution.py"]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "solution.py").write_text(source)
        ran = subprocess.run(command, cwd=folder, input="", capture_output=True, text=True)
    raised = ""
    if ran.returncode != 0:
        raised = re.findall(r"^(?:\w+\.)*(\w+)(?::.*)?$", ran.stderr, flags=re.MULTILINE)[-1]
    return {"stdout": without_addresses(ran.stdout), "raised": raised}


if __name__ == "__main__":
    if sys.version_info[:2] != (3, 11):
        sys.exit("this records what Python 3.11 does: run it with that")
    rows = [{"name": name, "source": source, **run(source)} for name, source in [*written(), *generated()]]
    json.dump(rows, sys.stdout, indent=1, ensure_ascii=False)
    print()
