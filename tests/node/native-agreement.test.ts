/** The input of native CPython: the code taken out of every answer. `tests/long` has what it judged. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allpass, readLinesOf } from './command-line.ts';

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

describe('agreement with native CPython (shared fixtures)', () => {
  it.skipIf(!existsSync(FIXTURES))('extends to the code taken out of every unambiguous answer', () => {
    interface Answer {
      readonly id: string;
      readonly expected: string | null;
      readonly ambiguous?: boolean;
    }
    const answers = readLinesOf<Answer>(`${FIXTURES}answers.jsonl`);
    const end = allpass(['extract', '--profile', 'standard', '--answers', `${FIXTURES}answers.jsonl`]);
    expect(end.code).toBe(0);
    const rows = end.stdout.trimEnd().split('\n');
    const taken = rows.map((row) => JSON.parse(row) as { id: string; code: string | null });
    const comparable = (code: string | null) =>
      code
        ?.replaceAll('\r\n', '\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd() ?? null;
    for (const [index, answer] of answers.entries()) {
      if (answer.ambiguous) continue;
      expect(taken[index]?.id).toBe(answer.id);
      expect(comparable(taken[index]!.code), answer.id).toBe(comparable(answer.expected));
    }
  });
});
