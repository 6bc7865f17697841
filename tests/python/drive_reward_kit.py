"""Tests reward-kit's client of a remote reward function against `/reward-kit`."""

import importlib

import requests
from common import LOST, RIGHT, URL, WRONG, bare_package, block, folder_of, same

bare_package("reward_kit", folder_of("reward_kit"))
RewardFunction = importlib.import_module("reward_kit.reward_function").RewardFunction

reward = RewardFunction(mode="remote", endpoint=f"{URL}/reward-kit")
tests = [{"input": "1 2\n", "expected_output": "3"}, {"input": "5 6\n", "expected_output": "11"}]
add = "def add(a, b):\n    return a + b"
calls = [{"input": "1 2", "expected_output": "3"}, {"input": "5 6", "expected_output": "11"}]


def score(answer, ground_truth, **more):
    messages = [{"role": "user", "content": "Add two numbers."}, {"role": "assistant", "content": answer}]
    return reward(messages=messages, ground_truth=ground_truth, language="python", **more)


for answer, wanted, share in [(block(RIGHT), 1.0, 1.0), (block(WRONG), 0.0, 0.0), ("no block", 0.0, 0.0)]:
    result = score(answer, tests, timeout=10)
    same((result.score, result.metrics["tests"].score), (wanted, share), f"reward-kit's remote {result.reason}")
same(score(block(add), calls, target_function="add").score, 1.0, "reward-kit's target_function")
for called, expected in [("'a b' 2", "'a b', 2"), ("True None", "True, None"), ("[1, 2]", "[1, 2],"), ("x 1.5", "'x', 1.5")]:
    program = f"def f(*given):\n    return int(given == ({expected}))"
    wanted = [{"input": called, "expected_output": "1"}]
    same(score(block(program), wanted, target_function="f").score, 1.0, f"reward-kit's arguments {called}")

# The client ignores an error if there is a score, so a judge error must not be an answer.
try:
    score(block(LOST), tests)
    raise AssertionError("a judge error became a score")
except requests.HTTPError as error:
    same(error.response.status_code, 503, "reward-kit's judge error")
print("reward-kit: done")
