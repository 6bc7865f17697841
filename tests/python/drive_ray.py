"""Tests two actors of Ray Data, which start one service on this node."""

import math
import shlex
import sys

import ray
from common import ANSWERS, HERE

from allpass_ray import AllpassGrader

command = [sys.argv[1], str(HERE.parents[1] / "src/node/cli/allpass.mjs"), "serve", "--workers", "1", "--quiet"]
command += ["--problems", str(HERE / "problems.jsonl")]
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
rows = [
    {"id": index, "problem_id": problem, "response": answer, "wanted": reward}
    for index, (problem, answer, reward) in enumerate(ANSWERS * 8)
]
given = {"command": shlex.join(command)}
graded = ray.data.from_items(rows).map_batches(
    AllpassGrader,
    compute=ray.data.ActorPoolStrategy(size=2),
    batch_size=8,
    num_cpus=0.5,
    fn_constructor_kwargs=given,
).take_all()  # fmt: skip
assert len(graded) == len(rows), len(graded)
wrong = [row for row in graded if math.isnan(row["reward"]) or row["reward"] != row["wanted"]]
assert not wrong, wrong[:3]
ray.shutdown()
print("ray: done")
