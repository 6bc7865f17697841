"""Runs an evaluation by Inspect, with a model that returns given answers."""

import os

from common import ANSWERS, failing, same
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

from allpass_inspect import allpass


def said(text):
    output = ModelOutput.from_content("mockllm/model", text)
    # Otherwise a package counts tokens that needs the network.
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def evaluated(url, **settings):
    model = get_model("mockllm/model", custom_outputs=[said(answer) for _, answer, _ in ANSWERS])
    samples = [
        Sample(input="Solve it.", id=str(index), metadata={"problem_id": problem})
        for index, (problem, _, _) in enumerate(ANSWERS)
    ]
    task = Task(dataset=samples, solver=generate(), scorer=allpass(url=url, **settings))
    [log] = eval(task, model=model, display="none", log_dir="logs", max_samples=1)
    same(log.status, "success", log.error)
    return log


log = evaluated(None)
scores = {sample.id: sample.scores["allpass"].value for sample in log.samples}
same([scores[str(index)] for index in range(6)], [reward for _, _, reward in ANSWERS], "scores")
same(log.results.scores[0].metrics["accuracy"].value, 2 / 6, "accuracy")
os.environ["ALLPASS_DEADLINE_S"] = "1.5"
log = evaluated(failing())
same((log.results.scores[0].scored_samples, log.results.scores[0].unscored_samples), (0, 6), "a judge error")
print("inspect: done")
