import { describe, expect, it } from 'vitest';
import { BLAMELESS } from '../../tests/builders/scripted-runner.ts';
import { RULING_ROWS, ruling, slowdownOf, type Evidence } from './ruling.ts';

/** For each row in turn, evidence to which it applies. */
const DOUBTS: readonly Partial<Evidence>[] = [
  { ran: 999 },
  { cold: true },
  { measured: false },
  { disturbed: 102 },
  { slowness: 1.41 },
  { slowness: null },
  {},
];

/** Evidence that is just good enough to accept the time-out. */
const LIMITS: readonly Partial<Evidence>[] = [
  { ran: 1000 },
  { disturbed: 101 },
  { slowness: 1.4 },
  { slowness: 0 },
];

const rowOf = (evidence: Evidence): number => RULING_ROWS.findIndex(({ applies }) => applies(evidence, 1));

describe('the table of rulings', () => {
  it('has at most twelve rows, each with a reason of its own', () => {
    expect(RULING_ROWS.length).toBeLessThanOrEqual(12);
    expect(new Set(RULING_ROWS.map(({ reason }) => reason)).size).toBe(RULING_ROWS.length);
  });

  it('is reached in every row, which rules as it says', () => {
    expect(DOUBTS.map((doubt) => rowOf({ ...BLAMELESS, ...doubt }))).toEqual([...RULING_ROWS.keys()]);
    for (const [index, doubt] of DOUBTS.entries()) {
      const evidence = { ...BLAMELESS, ...doubt };
      const { first, retry } = RULING_ROWS[index]!;
      expect([ruling(evidence, 'first'), ruling(evidence, 'retry')]).toEqual([first, retry]);
    }
  });

  it('applies the first of the rows whose doubt there is', () => {
    for (const [index, doubt] of DOUBTS.entries()) {
      const worse = Object.assign({}, BLAMELESS, ...DOUBTS.slice(index), doubt) as Evidence;
      expect(rowOf(worse)).toBe(index);
    }
  });

  it('takes evidence at its limits for good', () => {
    for (const limit of LIMITS) expect(ruling({ ...BLAMELESS, ...limit }, 'first')).toBe('counts');
  });

  it('doubts where nothing could look at the machine', () => {
    expect(ruling({ ...BLAMELESS, slowness: null }, 'first')).toBe('retry');
    expect(ruling({ ...BLAMELESS, slowness: null }, 'retry')).toBe('retry-patient');
  });
});

describe('a machine that stays slow', () => {
  const slowEvidence = { ...BLAMELESS, slowness: 2 };

  it('stretches the limit of the retry, which counts then', () => {
    expect(ruling(slowEvidence, 'first')).toBe('retry');
    expect(slowdownOf(slowEvidence)).toBe(2);
    expect(ruling(slowEvidence, 'retry', 2)).toBe('counts');
    expect(ruling({ ...slowEvidence, slowness: 2.9 }, 'retry', 2)).toBe('retry-patient');
    expect(ruling({ ...slowEvidence, slowness: null }, 'retry', 2)).toBe('retry-patient');
  });

  it.each([
    { slowness: 1.4 },
    { slowness: null },
    { slowness: 2, cold: true },
    { slowness: 2, measured: false },
  ])('stretches nothing by %j', (evidence) => expect(slowdownOf({ ...BLAMELESS, ...evidence })).toBe(1));
});

describe('attempts', () => {
  it.each([...DOUBTS.keys(), null])('end with a patient one, whatever is known: %s', (row) => {
    const evidence = row === null ? null : { ...BLAMELESS, ...DOUBTS[row] };
    expect(ruling(evidence, 'patient')).toBe('counts');
    // No step leads back to an earlier one, because a second retry has a longer limit.
    expect(ruling(evidence, 'retry', 2)).not.toBe('retry');
  });

  it('are patient at once after a death of the sandbox', () => {
    expect([ruling(null, 'first'), ruling(null, 'retry')]).toEqual(['retry-patient', 'retry-patient']);
  });
});
