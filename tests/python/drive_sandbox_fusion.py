"""Tests SandboxFusion's client against `/run_code` and `/submit`."""

import sandbox_fusion as fusion
from common import PROBLEMS, RIGHT, URL, WRONG, block, same

fusion.set_endpoint(URL)
ran = fusion.run_code(fusion.RunCodeRequest(code=RIGHT, language="python", stdin="1 2"))
same((ran.status, ran.run_result.stdout.strip(), ran.run_result.return_code), ("Success", "3", 0), "a script")
ran = fusion.run_code(fusion.RunCodeRequest(code="1 / 0", language="python"))
same((ran.status, ran.run_result.return_code), ("Failed", 1), "a script that raises")
assert "ZeroDivisionError" in ran.run_result.stderr, ran
ran = fusion.run_code(fusion.RunCodeRequest(code="while True: pass", language="python", run_timeout=1))
same((ran.status, ran.run_result.status), ("Failed", "TimeLimitExceeded"), "a script without an end")

tests = [{"input": {"stdin": test["input"]}, "output": {"stdout": test["output"]}} for test in PROBLEMS["sum"]["tests"]]
data = {"id": 1, "content": "", "labels": {}, "test": tests}
config = fusion.TestConfig(dataset_type="CommonOJDataset", language="python", provided_data=data)
for code, accepted in ((RIGHT, True), (WRONG, False)):
    judged = fusion.submit(fusion.SubmitRequest(dataset="own", id=1, completion=block(code), config=config))
    same(judged.accepted, accepted, "a submission")
print("sandbox-fusion: done")
