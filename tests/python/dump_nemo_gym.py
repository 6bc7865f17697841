"""
Writes rollouts by NeMo-Gym: its grader for code and its response, with its file of inputs beside them. Arguments:
folder, steps, groups a step.
"""

import asyncio
import importlib.metadata
import json
import pathlib
import sys
import types
from unittest import mock

from common import GROUP, folder_of, planted, tests_of

# Its server imports these for what no grading uses: a cluster, metrics and plots.
for absent in ("ray", "ray.util", "ray.util.scheduling_strategies", "wandb", "scipy", "mlflow", "pydot", "gprof2dot"):
    sys.modules[absent] = mock.MagicMock()


def remote(*given, **_settings):
    """Takes the place of Ray's decorator: the function runs in a thread."""

    def decorated(function):
        return types.SimpleNamespace(remote=lambda *args: asyncio.to_thread(function, *args))

    return decorated(*given) if given else decorated


sys.modules["ray"].remote = remote
version = importlib.metadata.version
importlib.metadata.version = lambda name: "0" if name == "ray" else version(name)
server_folder = folder_of("resources_servers") / "code_gen"
sys.path.insert(0, str(server_folder))
from nemo_gym.path_utils import materialized_path_for  # noqa: E402
from resources_servers.code_gen import app  # noqa: E402

out, steps, groups = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])


def request(problem, answer):
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed"}
    part = {"type": "output_text", "text": answer, "annotations": []}
    about = {"id": "r", "created_at": 0, "model": "tiny", "object": "response", "parallel_tool_calls": True}
    return {
        "responses_create_params": {"input": [{"role": "user", "content": problem["prompt"]}]},
        "response": {
            **about,
            "output": [{**message, "content": [part]}],
            "status": "completed",
            "tool_choice": "auto",
            "tools": [],
        },
        "verifier_metadata": {"unit_tests": tests_of(problem)},
    }


async def main():
    config = {"name": "code", "host": "", "port": 0, "entrypoint": "app.py", "domain": "coding"}
    limits = {"num_processes": 1, "unit_test_timeout_secs": 10, "debug": False}
    server = app.CompCodingResourcesServer.model_construct(
        config=app.CompCodingResourcesServerConfig.model_construct(**config, **limits)
    )
    server.model_post_init(None)
    for step in range(1, steps + 1):
        path = out / f"step_{step}" / "rollouts.jsonl"
        path.parent.mkdir(parents=True)
        rows = [each for each in planted(steps, groups) if each[0] == step]
        with path.open("w") as results, materialized_path_for(path).open("w") as inputs:
            for index, (_, problem, answer, _) in enumerate(rows):
                named = {"_ng_task_index": index // GROUP, "_ng_rollout_index": index % GROUP}
                asked = request(problem, answer)
                verified = await server.verify(app.CompCodingVerifyRequest.model_validate(asked))
                results.write(json.dumps({**verified.model_dump(mode="json"), **named}) + "\n")
                del asked["response"]
                inputs.write(json.dumps({**asked, **named}) + "\n")


asyncio.run(main())
print("nemo-gym rollouts: done")
