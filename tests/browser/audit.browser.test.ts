/**
 * Only the pages that programs are known to write are put back between tests. What a program writes elsewhere must
 * never be seen by another of its tests.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { scriptOf, type Program, type RunLimits } from '../../src/judge/runner.ts';
import type { Audits } from '../../src/judge/protocol/page-frame.ts';
import { makeSandbox } from './sandbox.ts';

const LIMITS: RunLimits = { timeSeconds: 20, memoryMb: 256, outputBytes: 1 << 20 };
const TESTS = 80;

const audits: Audits[] = [];
const runner = makeSandbox({ onAudits: (of) => void audits.push(of) });
afterAll(() => runner.dispose());

/** What a program printed or returned in each of many equal tests. */
async function shownIn(
  program: Partial<Program>,
  input = '',
): Promise<readonly (string | null | undefined)[]> {
  const turn = { signal: new AbortController().signal, urgent: true, alone: false };
  const session = await runner.open({ ...scriptOf(''), ...program }, LIMITS, turn);
  const shown: (string | null | undefined)[] = [];
  await session.run(
    Array.from({ length: TESTS }, () => input),
    0,
    (_, outcome) => {
      if (outcome.type === 'exited') shown.push(outcome.stdout);
      else shown.push(outcome.type === 'returned' ? outcome.value : outcome.type);
    },
  );
  session.close();
  return shown;
}

/** Programs whose tests print what they find, then change it. */
const STRAYS: Readonly<Record<string, string>> = {
  'a name in a module': `
import string
print(getattr(string, 'mark', 0))
string.mark = getattr(string, 'mark', 0) + 1`,
  'a value in a module': `
import calendar
print(calendar.January)
calendar.January = 7 if calendar.January == 1 else 1`,
  'the counts of references to everything': `
import gc, sys
objects = gc.get_objects()
print(sum(map(sys.getrefcount, objects[:20000])) - sum(map(sys.getrefcount, objects[:20000])), len(objects))
for each in objects:
    sys.intern(str(id(each)))
kept = [objects, list(objects)]
gc.freeze()`,
  'the bits of a random generator that a library keeps': `
import random
print(random.getrandbits(64))`,
  'settings of the interpreter': `
import sys, decimal, gc
print(sys.getswitchinterval(), sys.getrecursionlimit(), decimal.getcontext().prec, gc.get_threshold())
sys.setswitchinterval(1)
sys.setrecursionlimit(5000)
decimal.getcontext().prec = 3
gc.set_threshold(1, 2, 3)`,
};

describe('no test finds what an earlier one changed', () => {
  test.for(Object.entries(STRAYS))('%s', async ([, source]) => {
    const shown = await shownIn({ source });
    expect(shown).toHaveLength(TESTS);
    expect(shown[0]).toMatch(/\S/);
    expect([...new Set(shown)]).toEqual([shown[0]]);
  });

  test('a large table that a module made, written at another place each time', async () => {
    const source = `
table = bytearray(3_000_000)
def f(at):
    found = sum(table)
    for place in range(at, len(table), 65_536):
        table[place] = 1
    return found`;
    const shown = await shownIn({ source, mode: 'call', functionName: 'f' }, '[17]');
    expect([...new Set(shown)]).toEqual([shown[0]]);
    expect(shown[0]).toContain('0');
  });

  test('work that takes a while cannot be left for the next test to find, though it is put back later', async () => {
    const source = `
import calendar, time
found = calendar.January
print(found)
begun = time.perf_counter()
while time.perf_counter() - begun < 0.03:
    pass
calendar.January = found % 5 + 1`;
    const shown = await shownIn({ source });
    expect([...new Set(shown)]).toEqual([shown[0]]);
  });
});

// Where all of memory is put back there is nothing to audit.
const isAudited = import.meta.env['ALLPASS_RESTORES'] !== 'everything';
test.runIf(isAudited)('audits took place, and found pages that were not known before', () => {
  expect(audits.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(20);
  expect(audits.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThan(0);
});
