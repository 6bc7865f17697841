"""Tests adapters without a trainer, called as the trainers call them."""

import asyncio
import json
import pickle
import types

from common import ANSWERS, PROBLEMS, failing, same

import allpass_areal
import allpass_promptfoo
import allpass_rllm
import allpass_trl
import allpass_verl

problems = [problem for problem, _, _ in ANSWERS]
answers = [answer for _, answer, _ in ANSWERS]
rewards = [reward for _, _, reward in ANSWERS]

# TRL: plain and conversational, with the problem as an id and as a row.
logged = {}
tell = {"log_extra": lambda name, values: logged.update({name: values}), "log_metric": lambda *pair: logged.update([pair])}
reward = allpass_trl.allpass_reward
same(asyncio.run(reward([""] * 6, answers, problem_id=problems, **tell)), rewards, "TRL")
same(logged["allpass_reward/unjudged"], 0.0, "TRL's metric")
same(logged["allpass_reward_verdict"][:2], ["accepted", "wrong-answer"], "TRL's column")
chats = [[{"role": "assistant", "content": answer}] for answer in answers]
rows = [PROBLEMS[problem] for problem in problems]
same(asyncio.run(reward([""] * 6, chats, problem=rows)), rewards, "TRL, conversational")
lost = allpass_trl.reward_of(url=failing(), deadline_s=2)
same(asyncio.run(lost([""], answers[:1], problem_id=["sum"], **tell)), [None], "TRL, a judge error")
same(logged["allpass_reward/unjudged"], 1.0, "TRL's metric of a judge error")
ends = allpass_trl.reward_of(end_tokens=[2, 0])
ids = [[5, 2], [5, 6], []]
thoughts = ["I begin with"] * 3
same(asyncio.run(ends([""] * 3, thoughts, completion_ids=ids, problem_id=["sum"] * 3, **tell)), [0, 0, 0], "TRL, truncated")
same(logged["allpass_reward_verdict"], ["no-code", "truncated", "truncated"], "TRL's verdict of a truncated answer")
asyncio.run(reward([""], thoughts[:1], finish_reason=["length"], problem_id=["sum"], **tell))
same(logged["allpass_reward_verdict"], ["truncated"], "TRL, the finish_reason of a rollout function")
try:
    asyncio.run(reward([""], answers[:1], problem_id=["nowhere"]))
    raise SystemExit("an unknown problem was no error")
except allpass_trl.AllpassRefused as error:
    assert "the service has no problem" in str(error), error

# verl: by an id, and by its own table of tests.
table = {"inputs": ["1 2\n", "5 6\n"], "outputs": ["3\n", "11\n"]}
calls = {"inputs": ["1\n2", "5\n6"], "outputs": ["3", "11"], "fn_name": "add"}
for (problem, answer, wanted), truth in zip(ANSWERS, [table, table, table, calls, calls, table]):
    by_id = {"index": 0, "problem_id": problem}
    score = allpass_verl.compute_score_sync("own", answer, "", by_id)
    same((score["score"], score["acc"], score["allpass_unjudged"]), (wanted, wanted, 0.0), "verl by id")
    score = asyncio.run(allpass_verl.compute_score("own", answer, __import__("json").dumps(truth), {"index": 0}))
    same(score["score"], wanted, "verl by its table")
try:
    allpass_verl.compute_score_sync("own", answers[0], {"inputs": ["1 2\n"], "outputs": []})
    raise SystemExit("a table with lists of unequal lengths was judged")
except allpass_verl.AllpassRefused as error:
    assert "1 inputs and 0 outputs" in str(error), error
away = {"url": failing(), "deadline_s": 1.5}
try:
    allpass_verl.compute_score_sync("own", answers[0], "", {"problem_id": "sum"}, **away)
    raise SystemExit("a judge error was paid")
except RuntimeError as error:
    assert "the sandbox is gone" in str(error), error
score = allpass_verl.compute_score_sync("own", answers[0], "", {"problem_id": "sum"}, on_null=-0.5, **away)
same((score["score"], score["allpass_unjudged"]), (-0.5, 1.0), "verl, on_null")

# rLLM: as an evaluator, and in place of RewardCodeFn.
for problem, answer, wanted in ANSWERS:
    episode = types.SimpleNamespace(artifacts={"answer": answer})
    same(allpass_rllm.evaluate({"problem_id": problem}, episode), (wanted, wanted == 1.0), "rLLM's evaluator")
cases = [{"input": "1\n2", "output": "3", "metadata": {"func_name": "add"}}]
given = {"problem_type": "code", "data_source": "livecodebench", "ground_truth": cases}
same(allpass_rllm.AllpassCodeReward()(given, answers[3]).is_correct, True, "rLLM's reward")
# Its DeepCoder cookbook writes tests and other fields of a row as JSON.
row = {**given, "ground_truth": json.dumps(cases), "metadata": json.dumps({"func_name": "add"})}
same(allpass_rllm.AllpassCodeReward()(row, answers[3]).is_correct, True, "rLLM's reward of the cookbook's row")
same(allpass_rllm.evaluate(types.SimpleNamespace(metadata=row), episode)[0], 0.0, "rLLM's evaluator of a Task")
try:
    allpass_rllm.evaluate({"data_source": "kodcode", "ground_truth": "assert add(1, 2) == 3"}, episode)
    raise SystemExit("tests that Allpass does not know were taken")
except ValueError as error:
    assert "'kodcode'" in str(error), error

# AReaL pickles the function.
areal = pickle.loads(pickle.dumps(allpass_areal.allpass_reward))
same([areal("", answer, [], [], problem_id=problem, answer=None) for problem, answer, _ in ANSWERS], rewards, "AReaL")

# promptfoo.
for problem, answer, wanted in ANSWERS:
    graded = allpass_promptfoo.get_assert(answer, {"vars": {"problem_id": problem}, "config": {"profile": "standard"}})
    same((graded["pass"], graded["score"]), (wanted == 1.0, wanted), "promptfoo")

# An invalid request is reported at once.
try:
    allpass_areal.ask([{"response": "", "problem_id": "sum"}], profile="standart")
    raise SystemExit("an unknown profile was taken")
except allpass_areal.AllpassRefused as error:
    assert "no such profile" in str(error), error
print("plain: done")
