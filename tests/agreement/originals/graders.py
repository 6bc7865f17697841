"""Runs the original code of the graders that profiles reproduce. `reward(problem, answer)` of each class is its reward.

What a grader's module imports and its grading does not use is a stand-in here: training frameworks, servers, clients. Where
a grader sends programs to a service, the service is this machine: nothing of the grader's own rules is replaced.
"""

import asyncio
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import MagicMock


class _StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets missing modules below these names import as mocks."""

    def __init__(self, *names):
        self.names = names
        sys.meta_path.append(self)

    def find_spec(self, name, path=None, target=None):
        inside = any(name == one or name.startswith(one + ".") for one in self.names)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if inside else None

    def create_module(self, spec):
        module = MagicMock(name=spec.name)
        module.__path__, module.__spec__ = [], spec
        return module

    def exec_module(self, module):
        pass


def _package(name, folder):
    """Makes a package importable without its `__init__`, which would import the whole framework."""
    module = types.ModuleType(name)
    module.__path__ = [str(folder)]
    sys.modules[name] = module


def _lines(values):
    return "\n".join(json.dumps(value) for value in values)


def _table(problem):
    """Returns tests in the form of LiveCodeBench and its descendants: as text, with one argument per line."""
    tests = problem["tests"]
    if problem["mode"] == "call":
        inputs, outputs = [_lines(test["input"]) for test in tests], [json.dumps(test["output"]) for test in tests]
        return {"inputs": inputs, "outputs": outputs, "fn_name": problem["fn_name"]}
    return {"inputs": [test["input"] for test in tests], "outputs": [test["output"] for test in tests]}


def _assertions(problem):
    name = problem["fn_name"]
    called = f"Solution().{name}" if "Solution" in problem.get("starter_code", "") else name
    calls = (", ".join(repr(value) for value in test["input"]) for test in problem["tests"])
    return [f"assert {called}({call}) == {test['output']!r}" for call, test in zip(calls, problem["tests"])]


class _Sandbox(BaseHTTPRequestHandler):
    """Imitates the part of SandboxFusion's `/run_code` that verl uses: runs a Python script in a separate process."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "main.py")
            script.write_text(asked["code"])
            run = {"status": "Finished", "return_code": None, "stdout": "", "stderr": "", "execution_time": 0.0}
            status = "Failed"
            try:
                given = asked["stdin"].encode()
                command, limit = [sys.executable, script], asked["run_timeout"]
                done = subprocess.run(command, input=given, capture_output=True, cwd=folder, timeout=limit)
                status = "Success" if done.returncode == 0 else "Failed"
                run.update(return_code=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())
            except subprocess.TimeoutExpired:
                run["status"] = "TimeLimitExceeded"
        body = json.dumps({"status": status, "message": "", "compile_result": None, "run_result": run}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Verl:
    def __init__(self, sources):
        folder = sources["verl"] / "verl" / "utils" / "reward_score"
        _package("reward_score", folder)

    def _stock(self, name):
        return importlib.import_module(f"reward_score.{name}")


class VerlPrimeCode(_Verl):
    def reward(self, problem, answer):
        score, _ = self._stock("prime_code").compute_score(answer, _table(problem), continuous=True)
        return float(score)


class VerlSandboxFusion(_Verl):
    def __init__(self, sources):
        super().__init__(sources)
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Sandbox)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/run_code"

    def reward(self, problem, answer):
        stock = self._stock("sandbox_fusion")
        score, _ = stock.compute_score(self.url, threading.Semaphore(4), 1024, answer, _table(problem), continuous=True)
        return score


class NemoGym:
    """`verify` of the resources server, with replacements for its web framework and Ray."""

    def __init__(self, sources):
        from pydantic import BaseModel

        folder = sources["nemo-gym"] / "resources_servers" / "code_gen"
        sys.path.insert(0, str(folder))

        class Request(BaseModel):
            response: object

            def model_dump(self, **_):
                return {"response": self.response}

        class Response(Request):
            reward: float

        base = types.ModuleType("nemo_gym.base_resources_server")
        base.BaseResourcesServerConfig = base.BaseRunRequest = BaseModel
        base.BaseVerifyRequest, base.BaseVerifyResponse = Request, Response
        base.SimpleResourcesServer = object
        ray = types.ModuleType("ray")

        class Remote:
            def __init__(self, function):
                self.function = function

            def remote(self, *given):
                return asyncio.to_thread(self.function, *given)

        ray.remote = lambda **_: Remote
        sys.modules.update({"nemo_gym.base_resources_server": base, "ray": ray})
        _StandIns("nemo_gym", "tqdm")
        self.app = importlib.import_module("app")
        self.config = types.SimpleNamespace(
            num_processes=1, unit_test_timeout_secs=10, debug=False, reasoning_format_penalty=0.0
        )

    def reward(self, problem, answer):
        server = self.app.CompCodingResourcesServer()
        server.config = self.config
        server.model_post_init(None)
        response = types.SimpleNamespace(output_text=answer, output=[])
        body = self.app.CompCodingVerifyRequest(response=response, verifier_metadata={"unit_tests": _table(problem)})
        return asyncio.run(server.verify(body)).reward


class OpenInstruct:
    """`CodeVerifier` as training creates it. It calls the functions of its service directly."""

    def __init__(self, sources):
        folder = sources["open-instruct"] / "open_instruct"
        _package("open_instruct", folder)
        _package("open_instruct.code_utils", folder / "code_utils")
        _StandIns("litellm")
        stand_ins = ["logger_utils", "context_window_checker", "if_functions", "IFEvalG", "judge_utils", "math_utils"]
        for name in [*stand_ins, "rubrics", "rubrics.prompts", "rubrics.run_utils", "utils"]:
            sys.modules[f"open_instruct.{name}"] = MagicMock()
        self.code = importlib.import_module("open_instruct.code_utils.code_utils")
        verifiers = importlib.import_module("open_instruct.ground_truth_utils")
        config = verifiers.CodeVerifierConfig(
            code_api_url="",
            code_max_execution_time=1.0,
            code_pass_rate_reward_threshold=0.0,
            code_apply_perf_penalty=False,
        )
        self.verifier = verifiers.CodeVerifier(config)
        self.verifier._get_session = lambda: self

    def post(self, _, json, **__):
        asserted = isinstance(json["tests"][0], str)
        run = self.code.get_successful_tests_fast if asserted else self.code.get_successful_tests_stdio
        results, runtimes = run(json["program"], json["tests"], json["max_execution_time"])
        answer = MagicMock()
        answer.json.return_value = {"results": results, "runtimes": runtimes}
        return answer

    def reward(self, problem, answer):
        tests = _assertions(problem) if problem["mode"] == "call" else problem["tests"]
        return asyncio.run(self.verifier.async_call([], answer, tests)).score


class Intellect3:
    """The environment's parser and its tests. A folder of this machine replaces the sandbox."""

    def __init__(self, sources):
        self.folder = tempfile.mkdtemp()
        # The image contains both. No row uses them, and importing them takes longer than a test.
        for name in ("numpy", "pandas"):
            pathlib.Path(self.folder, f"{name}.py").touch()
        _package("verifiers", sources["verifiers"] / "verifiers")
        importlib.import_module("verifiers.parsers")
        parsers = importlib.import_module("verifiers.parsers.maybe_think_parser")
        _StandIns("prime_sandboxes", "verifiers", "datasets")
        vf = MagicMock()
        vf.__path__, vf.__spec__ = [], None
        vf.MaybeThinkParser, vf.Rubric, vf.SingleTurnEnv = parsers.MaybeThinkParser, object, object
        vf.cleanup = lambda *given, **_: given[0] if given else (lambda function: function)
        mixin = MagicMock(SandboxMixin=type("SandboxMixin", (), {}))
        sandboxes = MagicMock()
        for name in ("APIError", "SandboxNotRunningError", "CommandTimeoutError"):
            setattr(sandboxes, name, type(name, (Exception,), {}))
        self.timed_out = sandboxes.CommandTimeoutError
        sys.modules.update(
            {"verifiers": vf, "prime_sandboxes": sandboxes, "verifiers.envs.experimental.sandbox_mixin": mixin}
        )
        _package("code_env", sources["research-environments"] / "environments" / "code_env" / "code_env")
        self.environment = importlib.import_module("code_env.code_env")
        extract = importlib.import_module("code_env.utils.deepcoder_utils").extract_code_from_model
        self.run = importlib.import_module("code_env.utils.verification_utils").run_test_cases
        self.parser = self.environment.StrictMaybeThinkParser(extract_fn=extract)

    def _here(self, text):
        return text.replace("/sandbox-workspace", self.folder)

    async def upload_bytes(self, sandbox_id, file_path, file_bytes, filename):
        pathlib.Path(self._here(file_path)).write_bytes(file_bytes)

    async def execute_command(self, sandbox_id, command, timeout):
        environment = {**os.environ, "PYTHONPATH": self.folder}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        # A new session, so that all processes of the shell end with it.
        process = subprocess.Popen(
            ["bash", "-c", self._here(command)], env=environment, start_new_session=True, **pipes
        )
        try:
            out, err = await asyncio.to_thread(process.communicate, timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise self.timed_out from None
        return types.SimpleNamespace(exit_code=process.returncode, stdout=out.decode(), stderr=err.decode())

    def reward(self, problem, answer):
        if len(problem["tests"]) > 15:
            # The environment draws 15 tests at random, depending on all earlier draws.
            return None
        code = self.parser.parse(answer)
        if not code:
            return 0.0
        tests = self.environment.process_test_cases(_table(problem))
        info = {"fn_name": tests.get("fn_name"), "timeout": 20}
        info.update(test_case_inputs=tests["inputs"], test_case_outputs=tests["outputs"])
        try:
            results = asyncio.run(self.run(code, info, self, "sandbox"))
        except Exception:
            # As in `CodingEnv.run_tests`: logs the exception, and no test has passed.
            return 0.0
        return float(sum(results) / len(results) == 1.0)


class LmEval:
    """The filter of `mbpp_instruct` and the metric `code_eval`."""

    def __init__(self, sources):
        metric = sources["evaluate"] / "metrics" / "code_eval"
        sys.path.insert(0, str(metric))
        self.execute = importlib.import_module("execute")
        _StandIns("evaluate")
        sys.path.insert(0, str(sources["lm-eval"] / "lm_eval" / "tasks" / "mbpp"))
        self.task = importlib.import_module("utils")

    def reward(self, problem, answer):
        if problem["mode"] != "call":
            return None
        [[program]] = self.task.build_predictions([[answer]], [{}])
        tests = "\n".join(_assertions(problem))
        return float(self.execute.check_correctness(program + "\n" + tests, 3.0, 0, 0)["passed"])


class RewardKit:
    def __init__(self, sources):
        folder = sources["reward-kit"] / "reward_kit"
        _package("reward_kit", folder)
        _package("reward_kit.rewards", folder / "rewards")
        _StandIns("e2b", "e2b_code_interpreter")
        self.models = importlib.import_module("reward_kit.models")
        self.grade = importlib.import_module("reward_kit.rewards.deepcoder_reward").deepcoder_code_reward

    def reward(self, problem, answer):
        if problem["mode"] == "call":
            # The original guesses arguments from text. The profile has them as data.
            return None
        tests = [{"input": test["input"], "expected_output": test["output"]} for test in problem["tests"]]
        messages = [self.models.Message(role="assistant", content=answer)]
        with open(os.devnull, "w") as quiet, contextlib.redirect_stdout(quiet):
            return self.grade(messages=messages, ground_truth=tests, language="python", environment="local").score


GRADERS = {
    "verl-prime-code": VerlPrimeCode,
    "verl-sandbox-fusion": VerlSandboxFusion,
    "nemo-gym": NemoGym,
    "open-instruct": OpenInstruct,
    "intellect-3": Intellect3,
    "lm-eval": LmEval,
    "reward-kit": RewardKit,
}
