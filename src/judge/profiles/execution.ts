import type { ProblemMode } from '../../domain/problem.ts';

/**
 * How a program is executed: as native Python runs it, or as one of the public graders runs it, including the
 * faults of that grader. Sources, by commit: rllm-org/rllm 9beb6e0 `rllm/rewards/code_utils/livecodebench.py`;
 * LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/evaluation/testing_util.py`; fw-ai-external/reward-kit 9889152
 * `reward_kit/rewards/code_execution.py`. Assert mode has only one execution and ignores this.
 */
export const EXECUTIONS = [
  /**
   * This project's own execution. In stdin mode the program is a real script with a fresh `__main__` and real
   * streams. In call mode the function is called in the state right after loading. Every test starts from the same
   * memory.
   */
  'standard',
  /**
   * rLLM: a prelude of imports. In stdin mode all code but top-level imports becomes the body of
   * `wrapped_function`, which is called once per test in one process, with `StringIO` streams and a mocked `open`.
   * In call mode the module runs once and `Solution()` is created once. Each test sees the state that the previous
   * test left.
   */
  'rllm',
  /**
   * LiveCodeBench: like `rllm`, with a prelude of star imports, its own replacement for stdin, a recursion limit of
   * 50,000 and a limit of 50,000 digits for an int's text.
   */
  'lcb',
  /**
   * reward-kit: every test starts from the same state. The code is executed with a `StringIO` as stdin, and its
   * output is used only if it ends normally: any SystemExit discards it. `Solution` classes are not supported.
   */
  'reward-kit',
  /**
   * Like `standard`, but a script that exits with a status other than 0 fails, regardless of its output:
   * huggingface/open-r1 1416fa0 `src/open_r1/rewards.py`, which runs `python3 -c` and checks the status.
   */
  'exit-status',
  /**
   * verl's `prime_code`: like `lcb`, but the function is built line by line, with StringIO streams and a recursion
   * limit of 600,000. If a script fails a test, the reward depends on the first ten tests, each in a separate
   * process, so every test starts from the same state. In these processes the function's name is missing. So calls
   * run in one process, and are rewarded only if all tests pass. verl-project/verl, package 0.9.1
   * `verl/utils/reward_score/prime_code`.
   */
  'prime-code',
  /**
   * verl's `sandbox_fusion`: a script runs as under `exit-status`. A call is appended to the program, and its result
   * is printed. An exception in the call prints nothing. verl 0.9.1 `verl/utils/reward_score/sandbox_fusion`.
   */
  'sandbox-fusion',
  /**
   * NeMo-Gym's `code_gen`: like `lcb`, with a stdin that can be iterated, both streams with a bytes buffer, and a
   * limit of a million digits for an int's text. nemo-gym 0.7.0
   * `resources_servers/code_gen/lcb_integration/testing_util.py`.
   */
  'nemo-gym',
  /**
   * open-instruct: scripts run as under `lcb`, with open-instruct's own guard. A call is an assertion in a separate
   * process, without any imports. A program that mentions os, threads or certain packages is not run.
   * allenai/open-instruct e6c3044 `open_instruct/code_utils`.
   */
  'open-instruct',
  /**
   * INTELLECT-3's code environment: imports before the program, and a script is judged by its exit status. A call
   * is appended to the program, and its result is converted to JSON. research-environments 1f95879
   * `environments/code_env`.
   */
  'intellect-3',
  /**
   * lm-eval, with the metric `code_eval`: the program and all assertions share one namespace, without standard
   * input. huggingface/evaluate a7dd338 `metrics/code_eval/execute.py`.
   */
  'lm-eval',
] as const;

export type Execution = (typeof EXECUTIONS)[number];

/**
 * '3.11': features of later versions are a syntax error or a missing name, as in the public graders. 'newest': they
 * run if the judge's own Python supports them. In both cases the report lists the newer features that a program
 * uses.
 */
export const PYTHON_RULES = ['3.11', 'newest'] as const;
export type PythonRule = (typeof PYTHON_RULES)[number];

const STATE_KEEPING: Readonly<Record<'stdin' | 'call', ReadonlySet<Execution>>> = {
  stdin: new Set<Execution>(['rllm', 'lcb', 'nemo-gym', 'open-instruct']),
  call: new Set<Execution>(['rllm', 'lcb', 'nemo-gym', 'lm-eval', 'prime-code']),
};

/** Whether a test sees the state that earlier tests left. */
export function keepsState(execution: Execution, mode: ProblemMode): boolean {
  return mode !== 'assert' && STATE_KEEPING[mode].has(execution);
}

/** Whether calls are rewarded only if all tests pass, whatever the selection and the score. */
export function callsCountTogether(execution: Execution, mode: ProblemMode): boolean {
  return execution === 'prime-code' && mode === 'call';
}
