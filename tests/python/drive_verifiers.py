"""Tests the scoring of a trace by verifiers, with the reward set by its configuration."""

import asyncio
import os
import pathlib

import verifiers.v1 as vf
from common import ANSWERS, failing, same
from verifiers.v1.trace import AgentInfo, TraceTask

ADAPTER = pathlib.Path(__file__).parents[2] / "public" / "adapters" / "allpass_verifiers.py"


class Data(vf.TaskData):
    problem_id: str


class Task(vf.Task[Data]):
    pass


def scored(problem, answer):
    rewards = {"allpass": {"fn": f"{ADAPTER}:allpass", "weight": 1.0}}
    task = Task(Data(prompt="Solve it.", problem_id=problem), vf.TaskConfig(rewards=rewards))
    nodes = [
        vf.MessageNode(message=vf.UserMessage(content="Solve it.")),
        vf.MessageNode(parent=0, message=vf.AssistantMessage(content=answer), sampled=True),
    ]
    about = {"task": TraceTask(type="Task", data=task.data), "agent": AgentInfo(config=vf.AgentConfig())}
    trace = vf.Trace(**about, nodes=nodes)
    return task, trace


for problem, answer, wanted in ANSWERS:
    task, trace = scored(problem, answer)
    asyncio.run(task.score(trace))
    same(trace.rewards["allpass"].score, wanted, problem)

os.environ["ALLPASS_URL"] = failing()
os.environ["ALLPASS_DEADLINE_S"] = "1.5"
task, trace = scored("sum", ANSWERS[0][1])
try:
    asyncio.run(task.score(trace))
    raise SystemExit("a judge error was paid")
except Exception as error:
    assert "the sandbox is gone" in str(error), error
assert trace.rewards.get("allpass") is None, trace.rewards
print("verifiers: done")
