import type { ProblemMode } from '../../domain/problem.ts';

/**
 * How a program is executed: as native Python would run it, or as one of the public graders runs it, their
 * faults included. Sources, by commit: rllm-org/rllm 9beb6e0 `rllm/rewards/code_utils/livecodebench.py`;
 * LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/evaluation/testing_util.py`; fw-ai-external/reward-kit 9889152
 * `reward_kit/rewards/code_execution.py`. Assert mode has one execution only and pays no heed to this.
 */
export const EXECUTIONS = [
  /**
   * The project's own: stdin mode is a real script with a fresh `__main__` and real streams, call mode a call
   * in the state right after loading. Every test starts from the same bits.
   */
  'standard',
  /**
   * rLLM: a prelude of imports; in stdin mode everything but top-level imports becomes the body of
   * `wrapped_function`, called once per test in one process, with `StringIO` streams and a mocked `open`; in
   * call mode the module runs once and `Solution()` is made once. The next test sees the state that a test leaves
   */
  'rllm',
  /**
   * LiveCodeBench: as `rllm`, with star imports for a prelude, its own stand-in for stdin, a recursion limit of
   * 50,000 and 50,000 digits to an int's text.
   */
  'lcb',
  /**
   * reward-kit: every test starts from the same state; the code is executed with a `StringIO` for stdin, and what
   * it printed counts only when it came to its own end: any SystemExit loses it. No `Solution` classes.
   */
  'reward-kit',
  /**
   * As `standard`, but a script that leaves with a status other than 0 fails whatever it printed:
   * huggingface/open-r1 1416fa0 `src/open_r1/rewards.py`, which runs `python3 -c` and looks at the status.
   */
  'exit-status',
  /**
   * verl's `prime_code`: as `lcb`, but the function is made line by line, with StringIO streams and a recursion limit of
   * 600,000. Where a script fails a test, it pays for the first ten in a process each, so every test starts from the same
   * state. For these it forgets the function's name: calls are made in one process, and pay all or nothing.
   * verl-project/verl, package 0.9.1 `verl/utils/reward_score/prime_code`.
   */
  'prime-code',
  /**
   * verl's `sandbox_fusion`: a script as by `exit-status`; a call is pasted behind the program, and its result is printed.
   * An exception in the call prints nothing. verl 0.9.1 `verl/utils/reward_score/sandbox_fusion`.
   */
  'sandbox-fusion',
  /**
   * NeMo-Gym's `code_gen`: as `lcb`, with a stdin that can be iterated, bytes behind both streams, and a million digits to
   * an int's text. nemo-gym 0.7.0 `resources_servers/code_gen/lcb_integration/testing_util.py`.
   */
  'nemo-gym',
  /**
   * open-instruct: scripts as by `lcb`, with its own guard; a call is an assertion in a process of its own, without any
   * imports. A program that names os, threads or some packages is not run. allenai/open-instruct e6c3044
   * `open_instruct/code_utils`.
   */
  'open-instruct',
  /**
   * INTELLECT-3's code environment: imports before the program, a script by its exit status; a call is pasted behind the
   * program, and its result goes through JSON. research-environments 1f95879 `environments/code_env`.
   */
  'intellect-3',
  /**
   * lm-eval, by the metric `code_eval`: the program and all assertions in one namespace, without standard input.
   * huggingface/evaluate a7dd338 `metrics/code_eval/execute.py`.
   */
  'lm-eval',
] as const;

export type Execution = (typeof EXECUTIONS)[number];

/**
 * '3.11': what came later is a syntax error or a missing name, as in the public graders. 'newest': it runs as far as the
 * judge's own Python takes it. Either way a report says what of it a program uses.
 */
export const PYTHON_RULES = ['3.11', 'newest'] as const;
export type PythonRule = (typeof PYTHON_RULES)[number];

const KEEPING: Readonly<Record<'stdin' | 'call', ReadonlySet<Execution>>> = {
  stdin: new Set<Execution>(['rllm', 'lcb', 'nemo-gym', 'open-instruct']),
  call: new Set<Execution>(['rllm', 'lcb', 'nemo-gym', 'lm-eval', 'prime-code']),
};

/** Whether a test sees what earlier ones left behind. */
export function keepsState(execution: Execution, mode: ProblemMode): boolean {
  return mode !== 'assert' && KEEPING[mode].has(execution);
}

/** Whether calls earn nothing unless all tests pass, whatever is selected and however it is scored. */
export function callsCountTogether(execution: Execution, mode: ProblemMode): boolean {
  return execution === 'prime-code' && mode === 'call';
}
