/** Programs in the sessions of a runner. */
import { expect } from 'vitest';
import type { QueueSlot } from '../../src/base/turnstile.ts';
import type { RunLimits, Session, TestOutcome } from '../../src/judge/runner.ts';

export const turn = (signal = new AbortController().signal): QueueSlot => ({
  signal,
  urgent: true,
  alone: false,
});

export function limitsOf(timeSeconds: number, memoryMb = 256): RunLimits {
  return { timeSeconds, memoryMb, outputBytes: 1 << 20 };
}

/** Runs the inputs, none where the program did not load, and closes the session. */
export async function outcomesIn(session: Session, inputs: readonly string[]): Promise<TestOutcome[]> {
  const outcomes = await runIn(session, inputs);
  session.close();
  return outcomes;
}

/** The same in a session that stays open, and so says whether the program has ended it. */
export async function runIn(session: Session, inputs: readonly string[]): Promise<TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  if (session.loaded.type === 'loaded') {
    await session.run(inputs, 0, (index, outcome) => {
      expect(index).toBe(outcomes.length);
      outcomes.push(outcome);
    });
  }
  return outcomes;
}
