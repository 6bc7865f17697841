"""The metric `code_eval` of Hugging Face's `evaluate`, by which lm-eval's tasks grade, in Allpass's sandbox.

Put the folder `code_eval` where the evaluation is started: `evaluate.load("code_eval")` finds it there first. Programs are
sent to `allpass serve` (ALLPASS_URL), and none runs on this machine. A program that could not be judged raises: a figure without it
would be wrong. Made with evaluate 0.4.6 and lm-eval 0.4.13.
"""

import collections
import json
import math
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


import datasets  # noqa: E402
import evaluate  # noqa: E402

_ABOUT = "The share of problems that a program out of k solves, graded in the sandbox of Allpass."


class CodeEval(evaluate.Metric):
    def _info(self):
        features = {"predictions": datasets.Sequence(datasets.Value("string")), "references": datasets.Value("string")}
        return evaluate.MetricInfo(
            description=_ABOUT, citation="", inputs_description=_ABOUT, features=datasets.Features(features)
        )

    def _compute(self, predictions, references, k=(1, 10, 100), num_workers=4, timeout=3.0):
        """`num_workers` is the service's own affair."""
        asked = [(task, number) for task, programs in enumerate(predictions) for number, _ in enumerate(programs)]
        items = [_item(predictions[task][number], references[task]) for task, number in asked]
        answers = ask(items, time_limit_s=timeout, again=True)
        results = collections.defaultdict(list)
        for (task, number), answer in zip(asked, answers):
            if answer["reward"] is None:
                raise RuntimeError(f"Allpass could not judge program {number} of task {task}: {answer['reason']}")
            passed = answer["reward"] == 1
            told = "passed" if passed else f"failed: {answer['reason'] or answer['verdict']}"
            row = {"task_id": task, "passed": passed, "result": told, "completion_id": number}
            results[task].append((number, row))
        counts = [(len(rows), sum(row["passed"] for _, row in rows)) for rows in results.values()]
        figures = {}
        for most in k:
            if all(total >= most for total, _ in counts):
                shares = [1 - math.comb(total - right, most) / math.comb(total, most) for total, right in counts]
                figures[f"pass@{most}"] = sum(shares) / len(shares)
        return figures, results


def _item(program, test):
    """The tests stand behind the program, and pass when none of them raises."""
    problem = {"id": "code_eval", "prompt": "", "mode": "assert", "check": test}
    return {"code": program, "problem": problem}
