"""Writes rollouts by TRL's GRPOTrainer with `log_completions`. Arguments: folder, steps, groups a step."""

import os
import subprocess
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

from common import GROUP, planted  # noqa: E402
from datasets import Dataset  # noqa: E402
from tiny import model_of, tokenizer_of  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402

out, steps, groups = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rows = list(planted(steps, groups))
problems = {problem["prompt"]: problem for _, problem, _, _ in rows}
answers = iter(answer for _, _, answer, _ in rows)
tokenizer = tokenizer_of([answer for _, _, answer, _ in rows])


def planted_answers(prompts, _trainer):
    """Takes the place of the model's sampling."""
    prompt_ids = [tokenizer(prompt[-1]["content"])["input_ids"] for prompt in prompts]
    completion_ids = [tokenizer(next(answers))["input_ids"] for _ in prompts]
    return {
        "prompt_ids": prompt_ids,
        "completion_ids": completion_ids,
        "logprobs": [[0.0] * len(ids) for ids in completion_ids],
    }


def runs_right(code, test):
    given = {"input": test["input"], "capture_output": True, "text": True, "timeout": 10}
    try:
        ran = subprocess.run([sys.executable, "-c", code], **given)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0 and ran.stdout.split() == test["output"].split()


def code_reward(prompts, completions, log_extra=None, **_):
    """A grader as users of TRL write it, because TRL has none: the first five tests, words compared."""
    rewards = []
    for prompt, completion in zip(prompts, completions):
        problem = problems[prompt[-1]["content"]]
        if problem["mode"] != "stdin":
            rewards.append(None)
            continue
        code = completion[-1]["content"].split("```python")[-1].split("```")[0]
        rewards.append(float(all(runs_right(code, test) for test in problem["tests"][:5])))
    log_extra("problem_id", [problems[prompt[-1]["content"]]["id"] for prompt in prompts])
    return rewards


asked = [{"prompt": [{"role": "user", "content": problem["prompt"]}]} for _, problem, _, _ in rows[::GROUP]]
lengths = {"per_device_train_batch_size": GROUP * groups, "num_generations": GROUP, "max_completion_length": 4096}
quiet = {"report_to": "none", "save_strategy": "no", "disable_tqdm": True, "logging_steps": 1}
settings = GRPOConfig(
    output_dir=out,
    max_steps=steps,
    shuffle_dataset=False,
    log_completions=True,
    num_completions_to_print=0,
    use_cpu=True,
    bf16=False,
    **lengths,
    **quiet,
)
GRPOTrainer(
    model=model_of(tokenizer, 8192),
    processing_class=tokenizer,
    reward_funcs=code_reward,
    rollout_func=planted_answers,
    args=settings,
    train_dataset=Dataset.from_list(asked),
).train()
print("trl rollouts: done")
