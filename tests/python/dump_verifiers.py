"""Writes rollouts by verifiers, in prime-rl's folders. Arguments: folder, steps, groups a step."""

import asyncio
import json
import pathlib
import subprocess
import sys

import verifiers.v1 as vf
from common import GROUP, planted, tests_of
from verifiers.v1.episode import EnvInfo, Episode, GroupInfo, TrainRunInfo, TrainWorkInfo
from verifiers.v1.trace import AgentInfo, ModelCall, TraceTask
from verifiers.v1.utils.trace_store import append_episode

out, steps, groups = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])


class Data(vf.TaskData):
    info: dict


class Task(vf.Task[Data]):
    @vf.reward(weight=1.0)
    async def passes_tests(self, trace: vf.Trace) -> float:
        """Runs a script on every test, and compares the stripped outputs."""
        tests = json.loads(self.data.info["test_cases"])
        if "fn_name" in tests:
            raise ValueError("scripts only")
        code = trace.last_reply.split("```python")[-1].split("```")[0]
        for given, wanted in zip(tests["inputs"], tests["outputs"]):
            try:
                ran = subprocess.run(
                    [sys.executable, "-c", code], input=given, capture_output=True, text=True, timeout=10
                )
            except subprocess.TimeoutExpired:
                return 0.0
            if ran.stdout.strip() != wanted.strip():
                return 0.0
        return 1.0


def trace_of(problem, answer, index):
    info = {"test_cases": json.dumps(tests_of(problem)), "problem_id": problem["id"]}
    task = Task(Data(idx=index, prompt=problem["prompt"], info=info), vf.TaskConfig())
    nodes = [
        vf.MessageNode(message=vf.SystemMessage(content="You are a helpful programmer.")),
        vf.MessageNode(parent=0, message=vf.UserMessage(content=problem["prompt"])),
        vf.MessageNode(parent=1, message=vf.AssistantMessage(content=answer), sampled=True),
    ]
    about = {"task": TraceTask(type="Task", data=task.data), "agent": AgentInfo(config=vf.AgentConfig())}
    calls = [ModelCall(node=2, model="tiny", finish_reason="stop")]
    return task, vf.Trace(**about, nodes=nodes, calls=calls)


async def main():
    lock = asyncio.Lock()
    for index, (step, problem, answer, _) in enumerate(planted(steps, groups)):
        task, trace = trace_of(problem, answer, index // GROUP)
        try:
            await task.score(trace)
            trace.ok = True
        except Exception as error:
            trace.errors.append(vf.Error(type=type(error).__name__, message=str(error)))
        episode = Episode(
            env=EnvInfo(id="gym"),
            task=trace.task,
            group=GroupInfo(id=f"{step}-{index // GROUP}"),
            run=TrainRunInfo(id="run", work=TrainWorkInfo(step=step)),
            ok=trace.ok,
            traces=[trace],
        )
        folder = out / "rollouts" / f"step_{step}" / "train" / "all"
        folder.mkdir(parents=True, exist_ok=True)
        await append_episode(folder, episode, lock)


asyncio.run(main())
print("verifiers rollouts: done")
