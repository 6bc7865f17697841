"""Writes rollouts by verl: its own writer, rewards by its own `prime_code`. Arguments: folder, steps, groups a step."""

import ast
import json
import sys

from common import bare_package, folder_of, planted, tests_of

folder = folder_of("verl")
bare_package("reward_score", folder / "utils" / "reward_score")
from reward_score import prime_code  # noqa: E402

out, steps, groups = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def writer():
    """Returns verl's writer of rollouts. Its module imports Ray and PyTorch, which the writer does not use."""
    tree = ast.parse((folder / "trainer" / "ppo" / "ray_trainer.py").read_text())
    found = [node for node in ast.walk(tree) if getattr(node, "name", None) == "_write_generations"]
    found[0].decorator_list = []
    names = {}
    exec(compile(ast.Module([ast.parse("import json, os").body[0], found[0]], []), "ray_trainer.py", "exec"), names)
    return names["_write_generations"]


scores = {}


def score(answer, gts):
    if (answer, gts) not in scores:
        got = prime_code.compute_score(answer, gts, continuous=True)
        scores[answer, gts] = float(got[0])
    return scores[answer, gts]


# As Qwen's tokenizer decodes its chat template with `skip_special_tokens`.
SEEN = "system\nYou are a helpful programmer.\nuser\n{}\n\nAnswer in a ```python block.\nassistant\n"
write = writer()
rows = {}
for step, problem, answer, exploit in planted(steps, groups):
    gts = json.dumps(tests_of(problem))
    row = (SEEN.format(problem["prompt"]), answer, gts, score(answer, gts), exploit)
    rows.setdefault(step, []).append(row)
for step, of in rows.items():
    prompts, answers, gts, got, exploits = map(list, zip(*of))
    write(prompts, answers, gts, got, {"acc": [one >= 1 for one in got], "planted": exploits}, out, step)
print("verl rollouts: done")
