"""Tests verl's client of SandboxFusion against `/run_code`, and the recipe's options against verl's configuration."""

import importlib
import json
import pathlib
import subprocess
import sys
import threading

from common import HERE, RIGHT, URL, WRONG, bare_package, block, folder_of, same
from hydra import compose, initialize_config_dir

folder = folder_of("verl")


def stock(name):
    """Imports a grader of verl without its package."""
    bare_package("reward_score", folder / "utils" / "reward_score")
    return importlib.import_module(f"reward_score.{name}")


def score(answer, tests):
    limit = threading.Semaphore(4)
    return stock("sandbox_fusion").compute_score(f"{URL}/run_code", limit, 1024, answer, tests, continuous=True)


table = {"inputs": ["1 2\n", "5 6\n"], "outputs": ["3\n", "11\n"]}
half = "a, b = map(int, input().split())\nprint(3)"
calls = {"inputs": ["1\n2", "5\n6"], "outputs": ["3", "11"], "fn_name": "add"}
asserted = {"assert_case": ["assert add(1, 2) == 3", "assert add(5, 6) == 12"]}
add = "def add(a, b):\n    return a + b"
for answer, tests, wanted in [
    (block(RIGHT), table, 1.0),
    (block(WRONG), table, 0.0),
    (block(half), table, 0.5),
    (block(RIGHT + "\nraise SystemExit(1)"), table, 0.0),
    ("no block", table, 0.0),
    (block(add), calls, 1.0),
    (block(add.replace("+", "-")), calls, 0.0),
    (block(add), asserted, 0.5),
]:
    got, about = score(answer, json.loads(json.dumps(tests)))
    same(got, wanted, f"verl's sandbox_fusion {about}")

# verl knows every option of the recipe, because Hydra refuses any other.
node, command_line = sys.argv[1], str(HERE.parents[1] / "src/node/cli/allpass.mjs")
subprocess.run(["rm", "-rf", "recipe"], check=True)
subprocess.run([node, command_line, "recipe", "verl", "-o", "recipe"], check=True)
told = pathlib.Path("recipe/python3")
told.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
told.chmod(0o755)
for stage, length in (("stage_16k", 16384), ("stage_32k", 32768)):
    environment = {"PATH": f"{told.parent.resolve()}:/usr/bin:/bin", "MODEL_16K": "out"}
    said = subprocess.run(["sh", "recipe/launch.sh", stage], env=environment, capture_output=True, text=True, check=True)
    options = said.stdout.split("\n")[2:-1]
    assert len(options) > 20, options
    with initialize_config_dir(str(folder.resolve() / "trainer" / "config"), version_base=None):
        config = compose("ppo_trainer", overrides=options)
    same(config.data.max_response_length, length, stage)
    same(config.actor_rollout_ref.actor.clip_ratio_high, 0.28, stage)
    same(config.reward.custom_reward_function.path, "allpass_verl.py", stage)
print("verl: done")
