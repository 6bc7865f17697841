"""Tests TRL's GRPOTrainer with a tiny random Qwen2 on the CPU: rewards of real completions, and a judge that fails."""

import os
import subprocess
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

from common import ANSWERS, HERE, failing, same  # noqa: E402
from datasets import Dataset  # noqa: E402
from tiny import model_of, tokenizer_of  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402
from trl.scripts.grpo import make_parser  # noqa: E402

from allpass_trl import allpass_reward, reward_of  # noqa: E402

STEPS = 2
tokenizer = tokenizer_of([answer for _, answer, _ in ANSWERS])


seen = []


def noted(reward):
    """Returns the function with a record of its arguments and results."""

    async def of(prompts, completions, **given):
        rewards = await reward(prompts, completions, **given)
        seen.append((list(completions), list(given["problem_id"]), rewards))
        return rewards

    of.__name__ = reward.__name__
    return of


def train(rewards):
    seen.clear()
    rows = Dataset.from_dict({"prompt": ["Add two numbers."] * 8, "problem_id": ["sum", "add"] * 4})
    quiet = {"report_to": "none", "save_strategy": "no", "disable_tqdm": True, "logging_steps": 1}
    lengths = {"per_device_train_batch_size": 4, "num_generations": 4, "max_completion_length": 16}
    settings = GRPOConfig(output_dir="out", max_steps=STEPS, use_cpu=True, bf16=False, **lengths, **quiet)
    trainer = GRPOTrainer(
        model=model_of(tokenizer), processing_class=tokenizer, reward_funcs=rewards, args=settings, train_dataset=rows
    )
    trainer.train()
    return trainer.state.log_history


# Random weights write no program, so every reward is 0.
log = train([noted(allpass_reward)])
assert len(seen) >= 1 and all(rewards == [0.0] * len(texts) for texts, _, rewards in seen), seen
same([row["rewards/allpass_reward/mean"] for row in log if "reward" in row], [0.0] * STEPS, "TRL's mean")
same([row["allpass_reward/unjudged"] for row in log if "reward" in row], [0.0] * STEPS, "TRL's metric")

# With a second reward function: the trainer omits the judge's part if the judge fails, and continues.
lost = reward_of("lost", url=failing(), deadline_s=1)
log = train([lambda completions, **_: [0.5] * len(completions), lost])
rows = [row for row in log if "reward" in row]
same([row["reward"] for row in rows], [0.5] * STEPS, "TRL's reward without the judge's")
same([row["rewards/lost/mean"] for row in rows], [None] * STEPS, "TRL's mean without a reward")

# TRL knows every option of the recipe, because its parser refuses any other.
node, command_line = sys.argv[1], str(HERE.parents[1] / "src/node/cli/allpass.mjs")
subprocess.run(["rm", "-rf", "recipe"], check=True)
subprocess.run([node, command_line, "recipe", "trl", "-o", "recipe"], check=True)
for stage, length in (("stage-1-16k", 16384), ("stage-2-32k", 32768)):
    arguments = ["--config", f"recipe/{stage}.yaml", "--use_vllm", "false", "--bf16", "false", "--use_cpu", "true"]
    script, settings, loaded, _ = make_parser().parse_args_and_config(args=arguments)
    same((settings.epsilon_high, settings.max_completion_length), (0.28, length), stage)
    same(script.reward_funcs, ["allpass_trl.allpass_reward"], stage)
print("trl: done")
