"""Rewards of Allpass for TRL's `GRPOTrainer`, made with trl 1.16.

    from allpass_trl import allpass_reward
    trainer = GRPOTrainer(reward_funcs=allpass_reward, train_dataset=rows_with_problem_id_or_problem, ...)

Every row names its problem in a column: `problem_id`, an id of a problem that `allpass serve --problems` has, or
`problem`, a row of problems.jsonl (an object, or its JSON). A completion that could not be judged gets None: TRL leaves
it out of its group's mean, and its advantage is 0. `reward_of` makes a function with settings of its own; TRL does not say
which completions were truncated, so give it the tokens that end an answer:

    reward_of(end_tokens=[tokenizer.eos_token_id, tokenizer.pad_token_id])
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


def text_of(completion):
    """The text of a completion: plain, or the messages of a conversation, of which the last counts."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else ""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def reward_of(name="allpass_reward", end_tokens=None, **settings):
    """Make a reward function; the settings are those of `ask`: url, token, profile, time_limit_s, deadline_s.

    `end_tokens` are the ids of the tokens that end an answer, such as `[tokenizer.eos_token_id]`. With them, an answer whose
    last token is none of them was truncated by `max_completion_length`, as TRL decides it, and the judge learns so. A
    rollout function may add a column `finish_reason` instead.
    """

    async def reward(
        prompts,
        completions,
        completion_ids=None,
        finish_reason=None,
        problem=None,
        problem_id=None,
        trainer_state=None,
        log_extra=None,
        log_metric=None,
        **columns,
    ):
        if problem is None and problem_id is None:
            raise AllpassRefused("the data set has neither a column problem_id nor a column problem")
        problems = problem or [None] * len(completions)
        ids = problem_id or [None] * len(completions)
        items = [item_of(text_of(text), *named) for text, *named in zip(completions, problems, ids)]
        if finish_reason is None and end_tokens is not None and completion_ids is not None:
            finish_reason = ["stop" if len(ids) and ids[-1] in end_tokens else "length" for ids in completion_ids]
        for item, reason in zip(items, finish_reason or []):
            item["finish_reason"] = reason
        step = None if trainer_state is None else trainer_state.global_step
        results = await asyncio.to_thread(ask, items, step=step, **settings)
        rewards = [result["reward"] for result in results]
        if log_extra is not None:
            log_extra(f"{name}_verdict", [result["verdict"] for result in results])
        if log_metric is not None:
            log_metric(f"{name}/unjudged", float(rewards.count(None)))
        return rewards

    reward.__name__ = name
    return reward


allpass_reward = reward_of()
