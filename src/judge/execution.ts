/**
 * How a program is executed: as native Python would run it, or as one of the public graders runs it, their
 * faults included. Sources, by commit: rllm-org/rllm 9beb6e0 `rllm/rewards/code_utils/livecodebench.py`;
 * LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/evaluation/testing_util.py`; fw-ai-external/reward-kit 9889152
 * `reward_kit/rewards/code_execution.py`. Assert mode has one execution only and pays no heed to this.
 */
export type Execution =
  /**
   * The project's own: stdin mode is a real script with a fresh `__main__` and real streams, call mode a call
   * in the state right after loading. Every test starts from the same bits.
   */
  | 'standard'
  /**
   * rLLM: a prelude of imports; in stdin mode everything but top-level imports becomes the body of
   * `wrapped_function`, called once per test in one process, with `StringIO` streams and a mocked `open`; in
   * call mode the module runs once and `Solution()` is made once. The next test sees the state that a test leaves
   * behind.
   */
  | 'rllm'
  /**
   * LiveCodeBench: as `rllm`, with star imports for a prelude, its own stand-in for stdin, a recursion limit of
   * 50,000 and 50,000 digits to an int's text.
   */
  | 'lcb'
  /**
   * reward-kit: every test starts from the same state; the code is executed with a `StringIO` for stdin, and what
   * it printed counts only when it came to its own end: any SystemExit loses it. No `Solution` classes.
   */
  | 'reward-kit'
  /**
   * As `standard`, but a script that leaves with a status other than 0 fails whatever it printed:
   * huggingface/open-r1 1416fa0 `src/open_r1/rewards.py`, which runs `python3 -c` and looks at the status.
   */
  | 'exit-status';

/** Whether a test sees what earlier ones left behind. */
export function keepsState(execution: Execution): boolean {
  return execution === 'rllm' || execution === 'lcb';
}
