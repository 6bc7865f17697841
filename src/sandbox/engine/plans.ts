/** Defines which functions of the harness load and run a program, and how they receive inputs and return results. */
import type { Program } from '../../judge/runner.ts';
import type { EntryPoint } from './python-calls.ts';

export interface Plan {
  readonly load: EntryPoint;
  readonly run: EntryPoint;
  /** Where the input of a test is written: to descriptor 0, or to the mailbox of the harness. */
  readonly input: 'descriptor' | 'mailbox';
  /** The kind of result that the harness writes to the mailbox after a normal end of a test. */
  readonly result: 'nothing' | 'value' | 'printed';
  /**
   * Whether all tests share one state, as in a grader that uses one process. An event that would end the grader's
   * process also ends the job. The test that caused it is reported as the last one, and the state is not used
   * again.
   */
  readonly keepsState: boolean;
  /** Whether `os._exit(0)` counts as a normal end. */
  readonly mayExit: boolean;
}

const SCRIPT: Plan = {
  load: 'load_script',
  run: 'run_script',
  input: 'descriptor',
  result: 'nothing',
  keepsState: false,
  mayExit: true,
};
const CALL: Plan = {
  load: 'load_module',
  run: 'call_function',
  input: 'mailbox',
  result: 'value',
  keepsState: false,
  mayExit: false,
};
const ASSERTION: Plan = { ...CALL, load: 'load_assertion', run: 'run_asserted', result: 'nothing' };
const GRADED_SCRIPT: Plan = {
  load: 'load_graded',
  run: 'run_wrapped',
  input: 'mailbox',
  result: 'printed',
  keepsState: true,
  mayExit: false,
};
const GRADED_CALL: Plan = { ...GRADED_SCRIPT, run: 'run_call', result: 'value' };
const REWARDED_SCRIPT: Plan = {
  ...SCRIPT,
  load: 'load_rewarded',
  run: 'run_rewarded_script',
  input: 'mailbox',
};
const REWARDED_CALL: Plan = { ...CALL, load: 'load_rewarded', run: 'run_rewarded_call' };
/** verl's prime_code runs each test of a script in a separate process. */
const RESTORED_SCRIPT: Plan = { ...GRADED_SCRIPT, keepsState: false };
const PASTED_CALL: Plan = { ...CALL, load: 'load_pasted', run: 'run_pasted' };
const ASSERTED_CALL: Plan = { ...PASTED_CALL, run: 'run_assertion' };
const ASSERTED_CALLS: Plan = { ...ASSERTED_CALL, load: 'load_asserted', keepsState: true };
const SILENT_SCRIPT: Plan = { ...SCRIPT, load: 'load_pasted', run: 'run_silent_script', mayExit: false };

export function planOf({ mode, execution }: Program): Plan {
  if (mode === 'assert') return ASSERTION;
  const isCall = mode === 'call';
  switch (execution) {
    case 'standard':
    case 'exit-status':
      return isCall ? CALL : SCRIPT;
    case 'sandbox-fusion':
    case 'intellect-3':
      return isCall ? PASTED_CALL : SCRIPT;
    case 'open-instruct':
      return isCall ? ASSERTED_CALL : GRADED_SCRIPT;
    case 'lm-eval':
      return isCall ? ASSERTED_CALLS : SILENT_SCRIPT;
    case 'prime-code':
      return isCall ? GRADED_CALL : RESTORED_SCRIPT;
    case 'rllm':
    case 'lcb':
    case 'nemo-gym':
      return isCall ? GRADED_CALL : GRADED_SCRIPT;
    case 'reward-kit':
      return isCall ? REWARDED_CALL : REWARDED_SCRIPT;
  }
}
