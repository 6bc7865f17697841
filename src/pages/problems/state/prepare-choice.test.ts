import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, readChoice, USUAL, writeChoice, type PrepareChoice } from './prepare-choice.ts';

const name = fc.constantFrom('a.jsonl', 'hf:own/set:train', 'with space, and comma');
const names = fc.uniqueArray(name, { maxLength: 3 });
const choices: fc.Arbitrary<PrepareChoice> = fc.record({
  sets: names,
  against: names,
  dropsFlagged: fc.boolean(),
  fewestTests: fc.option(fc.integer({ min: 1, max: 99 })),
  dedupes: fc.boolean(),
  leastLikeness: fc.option(fc.constantFrom(0.5, 0.75, 0.8, 0.99)),
  leastStrength: fc.option(fc.constantFrom(0.5, 0.8, 1)),
  verifies: fc.boolean(),
  filter: fc.constantFrom('', '0 < avg < 1', 'pass@4 >= 0.5 and n == 8'),
  mostTests: fc.option(fc.integer({ min: 1, max: 99 })),
  testFrom: fc.option(fc.constant('2024-08-01')),
  trainSize: fc.option(fc.integer({ min: 0, max: 1e9 })),
  testSize: fc.option(fc.integer({ min: 0, max: 1e9 })),
  seed: fc.integer({ min: 0, max: 0xffffffff }),
});

describe('the choice of steps', () => {
  it('comes back from its address', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChoice(writeChoice(choice))).toEqual(choice);
      }),
    );
    expect(writeChoice(USUAL)).toBe('');
  });

  it('is the usual one where an address says what does not fit', () => {
    expect(readChoice('min-tests=-1&near=2&seed=x&test-from=may&flagged=maybe&train-size=1e10')).toEqual(
      USUAL,
    );
  });

  it('takes whole numbers, and shares as decimals, in the ranges of the command line', () => {
    const near = ['0.8', '.75', '1', '0.2', '0.8x'].map((text) => readChoice(`near=${text}`).leastLikeness);
    expect(near).toEqual([0.8, 0.75, 1, 0.5, 0.5]);
    const fewest = ['7', '0', '1.5', '-1', 'off'].map((text) => readChoice(`min-tests=${text}`).fewestTests);
    expect(fewest).toEqual([7, 0, 5, 5, null]);
    expect(readChoice('seed=off').seed).toBe(0);
  });

  it('is written for the command line, with what was given here', () => {
    const nothing = { solutions: null, rewards: null, errata: null, strengths: null };
    expect(commandOf(USUAL, ['p.jsonl'], nothing)).toBe('allpass prepare p.jsonl -o train.jsonl');
    const choice: PrepareChoice = {
      ...USUAL,
      against: ["it's.jsonl"],
      fewestTests: null,
      dedupes: false,
      leastLikeness: null,
      leastStrength: 0.8,
      verifies: true,
      filter: '0 < avg < 1',
      testFrom: '2024-08-01',
    };
    expect(
      commandOf(choice, ['p q.jsonl'], {
        solutions: 's.jsonl',
        rewards: 'r.jsonl',
        errata: 'e.jsonl',
        strengths: 'w.jsonl',
      }),
    ).toBe(
      "allpass prepare 'p q.jsonl' --against 'it'\\''s.jsonl' --errata e.jsonl --min-tests 0 --keep-duplicates --near 1" +
        " --verify s.jsonl --strength w.jsonl --least-strength 0.8 --rewards r.jsonl --filter '0 < avg < 1' --test-from 2024-08-01 -o train.jsonl --test-output test.jsonl",
    );
    // The command has no options for steps whose files were not chosen.
    expect(commandOf(choice, ['p.jsonl'], nothing)).not.toMatch(
      /--verify|--strength|--least-strength|--rewards|--filter/,
    );
  });
});
