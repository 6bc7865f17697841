"""Rewards of Allpass for rLLM.

    from allpass_rllm import AllpassCodeReward, evaluate
    evaluator = rllm.evaluator(evaluate)          # an evaluator of rLLM's
    reward_fn = AllpassCodeReward(profile="rllm")  # in the place of `RewardCodeFn`

A task's problem is its `problem_id` or `problem`, else its tests in `ground_truth`: a list of {input, output}, with
`metadata.func_name` where a function is called. rLLM has no word for a reward that is not known: an answer that the judge
fails on is sent again until `deadline_s`, and then raises, which rLLM's engine ends the episode with; `on_null` may be a
number instead.
"""

import json
import os
import time
import urllib.error
import urllib.request

# ---- The client, the same in every adapter: change it in all of them. ----

MOST_ITEMS = 1024


class AllpassRefused(RuntimeError):
    """The service refuses the request as it stands: asking again would not help."""


def ask(items, url=None, token=None, profile=None, time_limit_s=None, deadline_s=None, again=False, step=None):
    """Ask `POST /v1/rewards`, and give the results in the order of the items.

    A result's `reward` is None where the judge failed, or could not be reached until the deadline; `reason` says why.
    With `again`, items that the judge failed on are sent again until then. `step` is the training step, for the record of the
    service. Values that are not given come from the environment:
    ALLPASS_URL, ALLPASS_TOKEN, ALLPASS_PROFILE, ALLPASS_DEADLINE_S.
    """
    address = (url or os.environ.get("ALLPASS_URL") or "http://127.0.0.1:8710").rstrip("/") + "/v1/rewards"
    token = token or os.environ.get("ALLPASS_TOKEN")
    profile = profile or os.environ.get("ALLPASS_PROFILE")
    end = time.monotonic() + float(deadline_s or os.environ.get("ALLPASS_DEADLINE_S") or 600)
    results = [{"reward": None, "verdict": "judge-error", "reason": "the service was not asked in time"} for _ in items]
    left, pause = list(range(len(items))), 0.5
    while left:
        still = []
        for start in range(0, len(left), MOST_ITEMS):
            chunk = left[start : start + MOST_ITEMS]
            remaining = end - time.monotonic()
            if remaining <= 0:
                return results
            body = {"items": [items[index] for index in chunk], "deadline_s": max(1.0, remaining)}
            if profile is not None:
                body["profile"] = profile
            if time_limit_s is not None:
                body["time_limit_s"] = time_limit_s
            if step is not None:
                body["step"] = step
            try:
                answers = _post(address, token, body, remaining + 5)["results"]
            except OSError as error:
                for index in chunk:
                    results[index] = {**results[index], "reason": str(error)}
                still += chunk
                continue
            for index, answer in zip(chunk, answers):
                results[index] = answer
                if again and answer["reward"] is None and answer["verdict"] != "unknown-problem":
                    still.append(index)
        left = still
        if left:
            time.sleep(min(pause, max(0.0, end - time.monotonic())))
            pause = min(pause * 2, 10.0)
    return results


def _post(address, token, body, timeout):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        words = error.read().decode(errors="replace")[:500]
        if error.code == 429 or error.code >= 500:
            raise OSError(f"the service answered {error.code}: {words}") from None
        raise AllpassRefused(f"the service answered {error.code}: {words}") from None


def item_of(answer, problem=None, problem_id=None):
    """An item of a request: an answer of a model, and a problem or the id of one that the service has."""
    if isinstance(problem, str):
        problem = json.loads(problem)
    named = {"problem": problem} if problem is not None else {"problem_id": str(problem_id)}
    return {"response": answer, **named}


# ---- The adapter. ----


def settled(result, on_null):
    """The reward, or what `on_null` says where there is none: "raise", or a number."""
    if result["reward"] is not None:
        return float(result["reward"])
    if on_null == "raise":
        raise RuntimeError(f"Allpass could not judge a completion: {result['reason']}")
    return float(on_null)


def problem_of(task):
    """How a task names its problem: keywords of `item_of`."""
    # A `Task` has its row there. A row of the data set has other facts there, as JSON.
    if isinstance(task.get("metadata"), dict):
        task = {**task, **task["metadata"]}
    if task.get("problem_id") is not None:
        return {"problem_id": task["problem_id"]}
    if isinstance(task.get("problem"), dict):
        return {"problem": task["problem"]}
    tests = task.get("ground_truth", task.get("tests"))
    tests = _json(tests)
    if not isinstance(tests, list) and not (isinstance(tests, dict) and "inputs" in tests):
        source = task.get("data_source")
        raise ValueError(
            f"a task of {source!r} has no tests that Allpass knows: give it a problem_id, a problem, or its tests as "
            "ground_truth, a list of {input, output} or {inputs, outputs}"
        )
    if isinstance(tests, dict):
        pairs = [{"input": given, "output": wanted} for given, wanted in zip(tests["inputs"], tests["outputs"])]
        name, tests = tests.get("fn_name"), pairs
    else:
        name = (tests[0].get("metadata") or {}).get("func_name") if tests else None
    row = {"id": "ground_truth", "prompt": "", "mode": "call" if name else "stdin"}
    if not name:
        return {"problem": {**row, "tests": [{key: test[key] for key in ("input", "output")} for test in tests]}}
    calls = [{"input": _values(test["input"]), "output": _value(test["output"])} for test in tests]
    return {"problem": {**row, "fn_name": name, "tests": calls}}


def _json(tests):
    """Parse a text as JSON; give back a value that is no such text."""
    try:
        return json.loads(tests) if isinstance(tests, str) else tests
    except ValueError:
        return tests


def _values(given):
    return [json.loads(line) for line in given.split("\n")] if isinstance(given, str) else given


def _value(wanted):
    return json.loads(wanted) if isinstance(wanted, str) else wanted


def judge(task, answer, on_null="raise", deadline_s=240.0, **settings):
    """The reward of an answer and the whole result."""
    [result] = ask([item_of(answer, **problem_of(task))], deadline_s=deadline_s, again=True, **settings)
    return settled(result, on_null), result


def evaluate(task, episode):
    """The reward, and whether it is right, of an episode whose artifact `answer` is the whole text."""
    given = task if isinstance(task, dict) else vars(task)
    answer = episode.artifacts["answer"] if hasattr(episode, "artifacts") else episode["artifacts"]["answer"]
    reward, _ = judge(given, answer)
    return reward, reward == 1.0


class Reward:
    """As rLLM's `RewardOutput` looks."""

    def __init__(self, reward, metadata, is_correct):
        self.reward, self.metadata, self.is_correct = reward, metadata, is_correct


class AllpassCodeReward:
    """Called as `RewardCodeFn` is: with what is known of the task, and the model's text."""

    def __init__(self, config=None, **settings):
        self.settings = settings

    def __call__(self, task_info, action):
        reward, result = judge(task_info, action, **self.settings)
        return Reward(reward, {"allpass": result}, reward == 1.0)
