/** One program runs at a time; the next one is loaded meanwhile. */
import { expect, test } from 'vitest';
import { scriptOf, type Session } from '../../src/judge/runner.ts';
import { makeSandbox } from './sandbox.ts';

const LIMITS = { timeSeconds: 20, memoryMb: 256, outputBytes: 1 << 20 };
const BUSY = 'import time\nend = time.time() + 1.5\nwhile time.time() < end: pass';

const runner = makeSandbox();

function open(source: string, urgent = false): Promise<Session> {
  return runner.open(scriptOf(source), LIMITS, {
    signal: new AbortController().signal,
    urgent,
    alone: false,
  });
}

async function ran(session: Session): Promise<void> {
  await session.run([''], 0, () => undefined);
  session.close();
}

test.skipIf(navigator.hardwareConcurrency < 2)(
  'a program waits for its turn, behind an urgent one',
  async () => {
    const ends: string[] = [];
    // Until the workers' speed is known, nothing is loaded ahead.
    for (let wasAhead = false; !wasAhead;) {
      const running = ran(await open(BUSY)).then(() => void ends.push('running'));
      const next = await open('');
      wasAhead = !ends.includes('running');
      ends.length = 0;
      const last = ran(next).then(() => void ends.push('next'));
      if (wasAhead) {
        const urgent = open('', true).then(ran);
        await Promise.all([running, urgent.then(() => void ends.push('urgent')), last]);
      } else await Promise.all([running, last]);
    }
    expect(ends).toEqual(['running', 'urgent', 'next']);
  },
  60_000,
);
