"""Rewards of Allpass for AReaL, made with areal 1.0.4.

    from allpass_areal import allpass_reward
    workflow = RLVRWorkflow(reward_fn=allpass_reward, ...)

The rows of the data set have a column `problem_id`, or `problem` (a row of problems.jsonl, or its JSON). AReaL gives a
reward 15 seconds, tries four times in all, and makes a time-out 0: so this asks until `deadline_s`, 12 seconds, and then
raises, which AReaL tries again and does not make 0 in the end. Set `on_null` to a number by
`functools.partial(allpass_reward, on_null=0.0)`, and a longer deadline together with `AsyncRewardWrapper(timeout_seconds=)`.
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


def allpass_reward(
    prompt,
    completions,
    prompt_ids=None,
    completion_ids=None,
    problem=None,
    problem_id=None,
    on_null="raise",
    deadline_s=12.0,
    url=None,
    token=None,
    profile=None,
    time_limit_s=None,
    **row,
):
    """The reward of one completion: synchronous, and to be pickled."""
    [result] = ask(
        [item_of(completions, problem, problem_id)], url, token, profile, time_limit_s, deadline_s=deadline_s, again=True
    )
    return settled(result, on_null)
