"""Rewards of Allpass for verl, made with verl 0.9.1.

    reward.custom_reward_function.path=allpass_verl.py
    reward.custom_reward_function.name=compute_score
    +reward.custom_reward_function.reward_kwargs.profile=rllm

The problem of a row is its `extra_info["problem_id"]` or `extra_info["problem"]`, else its ground truth: verl's own table
`{inputs, outputs, fn_name}`, or a row of problems.jsonl. `compute_score_sync` is for the manager `remote`, which takes no
async function. A manager is here too, for sources that verl's routing does not know:

    reward.reward_manager.source=importlib reward.reward_manager.name=AllpassRewardManager
    reward.reward_manager.module.path=allpass_verl.py

verl has no word for a reward that is not known. A completion that the judge fails on is sent again until `deadline_s`;
then `on_null` decides: "raise", which ends the step by an exception in verl's managers (but `rate_limited`, which makes it
0), or a number, counted in the extra column `allpass_unjudged`.
"""

import asyncio
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


def problem_of(ground_truth, extra_info):
    """How a row names its problem: keywords of `item_of`."""
    extra = extra_info or {}
    if extra.get("problem_id") is not None:
        return {"problem_id": extra["problem_id"]}
    problem = extra.get("problem", ground_truth)
    if isinstance(problem, str):
        problem = json.loads(problem)
    return {"problem": tabled(problem) if "inputs" in problem else problem}


def tabled(table):
    """A row of problems.jsonl from verl's table of tests, in which arguments stand a line each, as JSON."""
    if len(table["inputs"]) != len(table["outputs"]):
        raise AllpassRefused(f"a table of tests has {len(table['inputs'])} inputs and {len(table['outputs'])} outputs")
    name = table.get("fn_name")
    pairs = zip(table["inputs"], table["outputs"])
    if name is None:
        tests = [{"input": given, "output": wanted} for given, wanted in pairs]
        return {"id": "ground_truth", "prompt": "", "mode": "stdin", "tests": tests}
    tests = [{"input": _values(given), "output": _value(wanted)} for given, wanted in pairs]
    return {"id": "ground_truth", "prompt": "", "mode": "call", "fn_name": name, "tests": tests}


def _values(given):
    return [json.loads(line) for line in given.split("\n")] if isinstance(given, str) else given


def _value(wanted):
    return json.loads(wanted) if isinstance(wanted, str) else wanted


def compute_score_sync(
    data_source, solution_str, ground_truth, extra_info=None, on_null="raise", deadline_s=240.0, **settings
):
    """The score of one answer, with columns that are the same for all."""
    known = {key: settings[key] for key in ("url", "token", "profile", "time_limit_s") if key in settings}
    item = item_of(solution_str, **problem_of(ground_truth, extra_info))
    [result] = ask([item], deadline_s=deadline_s, again=True, **known)
    score = settled(result, on_null)
    unjudged = float(result["reward"] is None)
    return {"score": score, "acc": float(score == 1.0), "allpass_unjudged": unjudged, "allpass_verdict": result["verdict"]}


async def compute_score(data_source, solution_str, ground_truth, extra_info=None, **settings):
    return await asyncio.to_thread(
        compute_score_sync, data_source, solution_str, ground_truth, extra_info=extra_info, **settings
    )


class AllpassRewardManager:
    """A reward manager of verl's: `run_single` gives the score of one sample, whatever its source is called."""

    def __init__(self, config, tokenizer, compute_score=None, **_):
        self.tokenizer = tokenizer
        own = config.get("reward", {}).get("custom_reward_function", {}) if config is not None else {}
        self.settings = dict(own.get("reward_kwargs") or {})

    async def run_single(self, data):
        row = data[-1]
        responses, mask = row.batch["responses"], row.batch["attention_mask"]
        length = responses.shape[-1]
        written = responses[: int(mask[-length:].sum())]
        answer = await asyncio.to_thread(self.tokenizer.decode, written, skip_special_tokens=True)
        given = row.non_tensor_batch
        ground_truth = given.get("reward_model", {}).get("ground_truth")
        extra = given.get("extra_info", {})
        result = await compute_score(given.get("data_source"), answer, ground_truth, extra, **self.settings)
        return {"reward_score": result["score"], "reward_extra_info": result}

    @classmethod
    def assemble_rm_scores(cls, data, scores):
        """Each sample's score at its last token, as verl's own managers put it."""
        responses = data.batch["responses"]
        lengths = data.batch["attention_mask"][:, -responses.size(1) :].sum(dim=1)
        placed = responses.new_zeros(responses.shape).float()
        for row, score in enumerate(scores):
            placed[row, lengths[row] - 1] = score
        return placed
