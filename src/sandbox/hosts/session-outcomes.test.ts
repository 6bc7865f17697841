import { describe, expect, it } from 'vitest';
import { BLAMELESS } from '../../../tests/builders/scripted-runner.ts';
import { OUTCOMES, type OutcomeKind, type WorkerOutcome } from '../protocol/frame-worker.ts';
import type { Program } from '../../judge/runner.ts';
import { endOutcome, loadOutcome, testOutcome } from './sandbox-session.ts';

const MODES: readonly Program['mode'][] = ['stdin', 'call', 'assert'];
const FIELDS = { name: 'ValueError', message: 'bad', traceback: 'line 1' } as const;

function outcomeOf(kind: OutcomeKind): WorkerOutcome {
  return { kind, ...FIELDS, stdout: 'out', stderr: 'err', value: '{"i":"1"}', sizeError: false };
}

/** The expected outcome for each failure of a worker: its type, and the name of the exception that the page shows. */
const FAILURES: Readonly<
  Record<Exclude<OutcomeKind, 'done'>, readonly [type: string, name?: string, browserLimit?: boolean]>
> = {
  raised: ['raised', 'ValueError', false],
  'syntax-error': ['raised', 'ValueError', false],
  'bad-check': ['raised', 'ValueError', false],
  'stack-overflow': ['raised', 'StackOverflow', true],
  'too-wide': ['lost'],
  trap: ['raised', 'InterpreterCrash', true],
  exited: ['raised', 'SystemExit', false],
  tampered: ['raised', 'Tampering', false],
  'output-exceeded': ['output-exceeded'],
  'memory-exceeded': ['memory-exceeded'],
  // The frame turns this failure into a time-out.
  interrupted: ['lost'],
};
const FAILED = OUTCOMES.filter((kind) => kind !== 'done');

describe('a test', () => {
  it.for(FAILED)('that ended with %s failed, in every mode, and keeps what it printed', (kind) => {
    const [type, name, browserLimit] = FAILURES[kind];
    for (const mode of MODES) {
      const outcome = testOutcome(outcomeOf(kind), mode);
      expect(outcome).toMatchObject({ type, stdout: 'out', stderr: 'err' });
      if (outcome.type !== 'raised') continue;
      expect([outcome.error.name, outcome.browserLimit]).toEqual([name, browserLimit]);
    }
  });

  it('that ended normally has the outcome of its mode', () => {
    expect(testOutcome(outcomeOf('done'), 'stdin')).toEqual({ type: 'exited', stdout: 'out', stderr: 'err' });
    expect(testOutcome(outcomeOf('done'), 'call')).toEqual({
      type: 'returned',
      value: '{"i":"1"}',
      stdout: 'out',
      stderr: 'err',
    });
    expect(testOutcome(outcomeOf('done'), 'assert')).toEqual({
      type: 'checked',
      stdout: 'out',
      stderr: 'err',
    });
  });

  it('with a size error has the flag, and so has its exception', () => {
    const outcomeFor = (kind: OutcomeKind, mode: Program['mode']) =>
      testOutcome({ ...outcomeOf(kind), sizeError: true }, mode);
    expect(outcomeFor('done', 'stdin')).toMatchObject({ type: 'exited', browserLimit: true });
    expect(outcomeFor('done', 'call')).toMatchObject({ type: 'returned', browserLimit: true });
    expect(outcomeFor('done', 'assert')).toEqual({ type: 'checked', stdout: 'out', stderr: 'err' });
    for (const mode of MODES)
      expect(outcomeFor('raised', mode)).toMatchObject({ type: 'raised', browserLimit: true });
  });

  it('passes only with the kind done', () => {
    const good = OUTCOMES.filter((kind) =>
      MODES.some((mode) =>
        ['exited', 'returned', 'checked'].includes(testOutcome(outcomeOf(kind), mode).type),
      ),
    );
    expect(good).toEqual(['done']);
  });

  it('reports its own exception, but not one that imitates the interpreter’s', () => {
    expect(testOutcome(outcomeOf('raised'), 'stdin')).toMatchObject({ error: FIELDS });
    expect(testOutcome(outcomeOf('trap'), 'stdin')).toMatchObject({
      error: { message: 'bad', traceback: '' },
    });
  });
});

describe('loading', () => {
  it.for(FAILED)('that ended with %s did not load', (kind) => {
    for (const mode of MODES) expect(loadOutcome(outcomeOf(kind), mode).type).not.toBe('loaded');
  });

  it('distinguishes a program that does not compile from a check that does not', () => {
    expect(loadOutcome(outcomeOf('done'), 'stdin')).toEqual({ type: 'loaded' });
    expect(loadOutcome(outcomeOf('syntax-error'), 'call')).toEqual({ type: 'syntax-error', error: FIELDS });
    expect(loadOutcome(outcomeOf('bad-check'), 'assert')).toEqual({
      type: 'lost',
      cause: 'the check of this problem does not compile: bad',
    });
  });

  it('is not a judge error because of a check in other modes', () => {
    for (const mode of ['stdin', 'call'] as const) {
      expect(loadOutcome(outcomeOf('bad-check'), mode).type).toBe('raised');
    }
  });
});

describe('a worker that is gone', () => {
  it.for([
    ['timed-out', { type: 'lost' }],
    ['flooded', { type: 'output-exceeded' }],
    ['engine-failed', { type: 'lost', cause: 'why' }],
    ['worker-died', { type: 'raised', browserLimit: false, error: { name: 'InterpreterCrash' } }],
  ] as const)('%s', ([reason, end]) => {
    expect(endOutcome(reason, 'why', null)).toMatchObject(end);
  });

  it('reports the evidence of a time-out', () => {
    expect(endOutcome('timed-out', '', BLAMELESS)).toEqual({ type: 'timed-out', evidence: BLAMELESS });
  });
});
