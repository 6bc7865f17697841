"""Tests OpenRLHF's function that fetches rewards against `/openrlhf`. Only its module is imported."""

import asyncio
import importlib.util
import logging
import sys
import types

from common import ANSWERS, URL, folder_of, same

folder = folder_of("openrlhf")
for name in ("openrlhf", "openrlhf.utils", "openrlhf.utils.logging_utils"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["openrlhf.utils.logging_utils"].init_logger = logging.getLogger
spec = importlib.util.spec_from_file_location("agent", folder / "utils" / "agent.py")
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)

executor = agent.SingleTurnAgentExecutor([f"{URL}/openrlhf"])
prompts = ["<|user|>Solve it.<|assistant|>"] * len(ANSWERS)
queries = [prompt + answer for prompt, (_, answer, _) in zip(prompts, ANSWERS)]
labels = [problem for problem, _, _ in ANSWERS]
[fetched] = asyncio.run(executor._fetch_rewards_via_http(queries, prompts, labels))
same(fetched["rewards"], [reward for _, _, reward in ANSWERS], "rewards")
same(len(fetched["scores"]), len(ANSWERS), "scores")
print("openrlhf: done")
