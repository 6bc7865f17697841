import { expect, test } from 'vitest';
import type { ProblemMode } from '../../domain/problem.ts';
import type { Execution } from '../../judge/profiles/execution.ts';
import { scriptOf } from '../../judge/runner.ts';
import { planOf, type Plan } from './plans.ts';

const EXECUTIONS: readonly Execution[] = ['standard', 'exit-status', 'rllm', 'lcb', 'reward-kit'];
const plan = (mode: ProblemMode, execution: Execution) => planOf({ ...scriptOf(''), mode, execution });

test.for<readonly [ProblemMode, Execution, Partial<Plan>]>([
  ['stdin', 'standard', { run: 'run_script', input: 'descriptor', result: 'nothing' }],
  ['stdin', 'rllm', { run: 'run_wrapped', input: 'mailbox', result: 'printed' }],
  ['stdin', 'reward-kit', { run: 'run_rewarded_script', input: 'mailbox', result: 'nothing' }],
  ['call', 'standard', { run: 'call_function', input: 'mailbox', result: 'value' }],
  ['call', 'lcb', { run: 'run_call', input: 'mailbox', result: 'value' }],
  ['call', 'reward-kit', { run: 'run_rewarded_call', input: 'mailbox', result: 'value' }],
  ['assert', 'standard', { run: 'run_asserted', input: 'mailbox', result: 'nothing' }],
])('%s, executed as %s', ([mode, execution, expected]) => {
  expect(plan(mode, execution)).toMatchObject(expected);
});

test('only the graders that run all tests in one process keep state, and never in assert mode', () => {
  for (const execution of EXECUTIONS) {
    const isOneProcess = execution === 'rllm' || execution === 'lcb';
    expect(plan('stdin', execution).keepsState).toBe(isOneProcess);
    expect(plan('call', execution).keepsState).toBe(isOneProcess);
    expect(plan('assert', execution)).toEqual(plan('assert', 'standard'));
  }
});

test('no call, check or wrapped function may end by os._exit', () => {
  for (const execution of EXECUTIONS) {
    expect(plan('call', execution).mayExit).toBe(false);
    expect(plan('assert', execution).mayExit).toBe(false);
  }
  expect(plan('stdin', 'rllm').mayExit).toBe(false);
  expect(plan('stdin', 'standard').mayExit).toBe(true);
});

test('a script that wants its exit status looked at is the same script', () => {
  expect(plan('stdin', 'exit-status')).toEqual(plan('stdin', 'standard'));
});
