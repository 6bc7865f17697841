"""Rewards of Allpass for Ray Data, made with ray 2.60.

    from allpass_ray import AllpassGrader
    graded = answers.map_batches(AllpassGrader, compute=ray.data.ActorPoolStrategy(size=2), batch_size=256,
                                 fn_constructor_kwargs={"command": "allpass serve --problems problems.jsonl"})

A batch has a column `response` or `code`, and `problem_id` or `problem` (a row of problems.jsonl as JSON); it gets
`reward` (NaN where the judge failed), `verdict` and `reason`. Without an address, the first actor of a node starts one
service there, by `command`, and the others use it; it ends with the actor that started it.
"""

import atexit
import fcntl
import json
import os
import shlex
import subprocess
import tempfile
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


class AllpassGrader:
    """A callable class for `map_batches`."""

    def __init__(self, url=None, command="allpass serve", **settings):
        """The settings are those of `ask`: token, profile, time_limit_s, deadline_s."""
        self.settings = settings
        self.url = url or os.environ.get("ALLPASS_URL") or service_of_node(command)

    def __call__(self, batch):
        columns = {name: list(batch[name]) for name in ("response", "code", "problem", "problem_id") if name in batch}
        items = [self._item(dict(zip(columns, row))) for row in zip(*columns.values())]
        results = ask(items, url=self.url, again=True, **self.settings)
        rewards = [result["reward"] for result in results]
        batch["reward"] = [float("nan") if reward is None else float(reward) for reward in rewards]
        batch["verdict"] = [result["verdict"] for result in results]
        batch["reason"] = [result["reason"] or "" for result in results]
        return batch

    @staticmethod
    def _item(row):
        item = item_of(row.get("response"), row.get("problem"), row.get("problem_id"))
        if "code" in row:
            item["code"] = row["code"]
            del item["response"]
        return item


def service_of_node(command):
    """The address of the one service of this node, started by the first actor that asks."""
    folder = os.path.join(tempfile.gettempdir(), f"allpass-ray-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    note = os.path.join(folder, "address")
    with open(os.path.join(folder, "lock"), "w") as lock:
        # Held while it starts: the others wait for its address.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(note):
            with open(note) as file:
                address = file.read()
            if answers(address):
                return address
        address = started(command)
        with open(note, "w") as file:
            file.write(address)
        return address


def answers(address):
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as response:
            return response.status == 200
    except OSError:
        return False


def started(command):
    """Start a service on a free port, and give its address, which is the first thing that it prints."""
    words = [*shlex.split(command), "--port", "0"]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    atexit.register(process.terminate)
    line = process.stdout.readline()
    if "http://" not in line:
        raise RuntimeError(f"{command} ended before it listened, with status {process.wait()}")
    return line[line.index("http://") :].strip()
