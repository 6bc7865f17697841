"""Records the rewards of the original graders for the rows beside this file, and for those of `../sample`.

    python3.11 originals.py                  every grader, held against `rewards.json`; status 1 where one differs
    python3.11 originals.py lm-eval --record writes what it pays into `rewards.json`

The originals are brought at pinned versions into `build/python`, and none of them is part of the project: packages from
the Python registry, the others from their repositories. What cannot be brought is skipped, and said.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import venv
import zipfile

HERE = pathlib.Path(__file__).parent
CACHE = HERE.parents[2] / "build" / "python" / "originals"
REWARDS = HERE / "rewards.json"

LIBRARIES = ["numpy==2.3.5", "requests==2.32.5", "pydantic==2.12.5", "openai==1.98.0"]
# Packages whose files are used without their frameworks. A version names the Python that it needs.
PACKAGES = {
    "verl": ("verl", "0.9.1", "3.12"),
    "nemo-gym": ("nemo_gym", "0.7.0", "3.14"),
    "verifiers": ("verifiers", "0.1.14", "3.12"),
    "lm-eval": ("lm_eval", "0.4.13", "3.12"),
    "reward-kit": ("reward_kit", "0.4.1", "3.12"),
}
REPOSITORIES = {
    "open-instruct": ("https://github.com/allenai/open-instruct", "e6c3044aa6201c8bfa4573c1b03142af599e730d"),
    "evaluate": ("https://github.com/huggingface/evaluate", "a7dd338386a4fae9a1767e05eb9ef9479513d9e8"),
    "research-environments": (
        "https://github.com/stochi0/research-environments",
        "1f9587956c271ed0c4c0e87363804e2b176601ef",
    ),
}
NEEDS = {
    "verl-prime-code": ["verl"],
    "verl-sandbox-fusion": ["verl"],
    "nemo-gym": ["nemo-gym"],
    "open-instruct": ["open-instruct"],
    "intellect-3": ["research-environments", "verifiers"],
    "lm-eval": ["lm-eval", "evaluate"],
    "reward-kit": ["reward-kit"],
}
# These start a process for each test, and the sample has thousands of tests.
OWN_ROWS_ONLY = {"intellect-3", "reward-kit"}
WORKERS = 2


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def python():
    """Returns an interpreter with the packages that the graders import."""
    folder = CACHE / "python"
    made = folder / "bin" / "python"
    if (folder / "ready").exists():
        return made
    venv.create(folder, with_pip=True)
    done = run(made, "-m", "pip", "install", "-q", *LIBRARIES)
    if done.returncode != 0:
        sys.exit(f"skipped: the Python registry does not give {', '.join(LIBRARIES)}\n{done.stderr[-300:]}")
    (folder / "ready").touch()
    return made


def bring(name):
    """Returns the folder of a source. Prints a notice and returns None if it cannot be downloaded."""
    folder = CACHE / "sources" / name
    if name in PACKAGES:
        file, version, version_of_python = PACKAGES[name]
        if folder.exists():
            return folder
        wheels = CACHE / "wheels"
        asked = [f"{name}=={version}", "--no-deps", "--only-binary=:all:", "--python-version", version_of_python]
        run(python(), "-m", "pip", "download", "-q", "-d", wheels, *asked)
        wheel = next(wheels.glob(f"{file}-{version}-*.whl"), None)
        if wheel is not None:
            zipfile.ZipFile(wheel).extractall(folder)
            return folder
        print(f"skipped: the Python registry does not give {name} {version}")
        return None
    address, commit = REPOSITORIES[name]
    if run("git", "-C", folder, "rev-parse", "HEAD").stdout.strip() == commit and (folder / ".git").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    run("git", "-C", folder, "init", "-q")
    run("git", "-C", folder, "fetch", "-q", "--depth", "1", address, commit)
    if run("git", "-C", folder, "checkout", "-q", commit).returncode == 0:
        return folder
    print(f"skipped: {address} does not give {commit[:7]}; a clone of it may be put to {folder}")
    return None


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def rows(name):
    """Returns triples of a key, a problem and an answer: the rows beside this file, and the programs of the sample."""
    yield from own_rows()
    if name not in OWN_ROWS_ONLY:
        yield from sample_rows(name)


def own_rows():
    problems = {problem["id"]: problem for problem in read(HERE / "problems.jsonl")}
    for answer in read(HERE / "answers.jsonl"):
        yield f"{answer['problem_id']}/{answer['id']}", problems[answer["problem_id"]], answer["response"]


def sample_rows(name):
    sample = HERE.parent / "sample"
    problems = {problem["id"]: problem for problem in read(sample / "problems.jsonl")}
    for row in read(sample / "samples.jsonl"):
        problem = problems[row["problem_id"]]
        if row["id"] == "right" and "class Solution" in row["code"]:
            problem["starter_code"] = "class Solution:"
        # The prompt of lm-eval has already opened the block.
        opening = "" if name == "lm-eval" else "```python"
        yield f"{row['problem_id']}/{row['id']}", problem, f"{opening}\n{row['code']}\n```"


def grade(name, shard, sources, path):
    from graders import GRADERS

    grader = GRADERS[name]({source: pathlib.Path(folder) for source, folder in sources.items()})
    paid = {}
    for index, (key, problem, answer) in enumerate(rows(name)):
        if index % WORKERS == shard:
            paid[key] = grader.reward(json.loads(json.dumps(problem)), answer)
    pathlib.Path(path).write_text(json.dumps(paid))


def paid_by(name):
    """Returns the reward of a grader for each row that it accepts; None if the grader is not available."""
    sources = {source: bring(source) for source in NEEDS[name]}
    if None in sources.values():
        return None
    folders = json.dumps({source: str(folder) for source, folder in sources.items()})
    paths = [CACHE / f"{name}-{shard}.json" for shard in range(WORKERS)]
    command = [python(), __file__, name, "--sources", folders]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True, "cwd": CACHE}
    started = [
        subprocess.Popen([*command, "--shard", str(shard), "--out", path], **quiet) for shard, path in enumerate(paths)
    ]
    for process in started:
        words = process.communicate()[1]
        if process.returncode != 0:
            sys.exit(f"{name} failed:\n{words[-2000:]}")
    paid = {}
    for path in paths:
        paid.update(json.loads(path.read_text()))
    return {key: reward for key, reward in sorted(paid.items()) if reward is not None}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--shard", type=int)
    parser.add_argument("--sources")
    parser.add_argument("--out")
    asked = parser.parse_args()
    if asked.shard is not None:
        return grade(asked.names[0], asked.shard, json.loads(asked.sources), asked.out)
    CACHE.mkdir(parents=True, exist_ok=True)
    recorded = json.loads(REWARDS.read_text()) if REWARDS.exists() else {}
    failed = False
    for name in asked.names or NEEDS:
        paid = paid_by(name)
        if paid is None:
            continue
        if asked.record:
            recorded[name] = paid
            print(f"{name}: {len(paid)} rows recorded")
            continue
        different = [key for key in paid.keys() | recorded[name].keys() if paid.get(key) != recorded[name].get(key)]
        print(f"{name}: {len(paid)} rows, {len(different)} differ {different[:5]}")
        failed = failed or bool(different)
    if asked.record:
        REWARDS.write_text(json.dumps(recorded, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
