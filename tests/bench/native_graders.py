"""Two native graders for the benchmark, one test at a time: `fork` forks a warm interpreter for each test, `process`
starts `python3 -I` for each. All they do is to run a program and compare its lines, or its value.

    python3 -I native_graders.py fork|process problems.jsonl samples.jsonl N

takes every Nth test and prints how many it ran, in how many seconds, and for each sample whether all it was run on pass.
"""

import bisect, collections, fractions, functools, heapq, itertools, json, math, operator, os, random, re, signal, string, subprocess, sys, tempfile, time  # noqa: E401

LIMIT = 20
CALL = """
import json as _json, sys as _sys
_function = globals().get({0!r}) or getattr(globals()["Solution"](), {0!r})
_value = _function(*_json.load(_sys.stdin))
print("\\n" + _json.dumps(_value, default=lambda _: None))
"""
given, printed, script = (tempfile.NamedTemporaryFile("w+b", buffering=0, suffix=".py") for _ in range(3))
nowhere = os.open(os.devnull, os.O_WRONLY)


def refill(file, text):
    file.seek(0)
    file.truncate()
    file.write(text.encode())
    file.seek(0)


def fork(code, text):
    refill(given, text)
    refill(printed, "")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(LIMIT)
            for place, file in enumerate((given.fileno(), printed.fileno(), nowhere)):
                os.dup2(file, place)
            sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")
            try:
                exec(code, {"__name__": "__main__"})
                status = 0
            except SystemExit as end:
                status = 0 if end.code in (None, 0) else 1
            sys.stdout.flush()
        finally:
            os._exit(status)
    printed_well = os.waitpid(child, 0)[1] == 0
    printed.seek(0)
    return printed.read() if printed_well else None


def process(_, text):
    try:
        command = [sys.executable, "-I", script.name]
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def lines(text):
    return [line.strip() for line in text.strip().split("\n")]


def passes(run, problem, code, test):
    is_call = problem["mode"] == "call"
    got = run(code, json.dumps(test["input"]) if is_call else test["input"])
    if got is None:
        return False
    text = got.decode("utf-8", "replace")
    return json.loads(lines(text)[-1]) == test["output"] if is_call else lines(text) == lines(test["output"])


def main(way, problem_file, sample_file, step):
    run = {"fork": fork, "process": process}[way]
    if way == "fork" and not hasattr(os, "fork"):
        sys.exit("this system cannot fork")
    problems, samples = ([json.loads(line) for line in open(file, encoding="utf-8")] for file in (problem_file, sample_file))
    problems = {problem["id"]: problem for problem in problems}
    count, passed = 0, []
    begun = time.perf_counter()
    for sample in samples:
        problem = problems[sample["problem_id"]]
        source = sample["code"] + (CALL.format(problem["fn_name"]) if problem["mode"] == "call" else "")
        try:
            code = compile(source, "solution.py", "exec")
        except SyntaxError:
            passed.append(False)
            continue
        if way == "process":
            refill(script, source)
        results = []
        for test in problem["tests"]:
            count += 1
            if count % step == 0:
                results.append(passes(run, problem, code, test))
        passed.append(all(results))
    print(json.dumps({"seconds": time.perf_counter() - begun, "tests": count // step, "passed": passed}))


main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
