/**
 * The problems that ship, and that every right program earns 1, no other program does, and recordings keep their
 * word. Loops that end by the clock take their time twice: `slowEvery` takes those of each n-th problem only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { grade } from '../node/command-line.ts';

const SOURCES = fileURLToPath(new URL('../../src/datasets/allpass/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../public/problems/', import.meta.url));

interface Row {
  readonly id: string;
  readonly mode: string;
  readonly public_tests: number;
  readonly tests: readonly { readonly input: unknown; readonly output: unknown }[];
}

interface Recording {
  readonly kind: string;
  readonly raw: string;
  readonly finishReason: string;
}

export const slugs = readdirSync(SOURCES);
const texts = slugs.map((slug) => readFileSync(join(SHIPPED, `${slug}.json`), 'utf8'));
export const rows = texts.map((text) => JSON.parse(text) as Row);
export const recordings = slugs.map(
  (slug) => JSON.parse(readFileSync(join(SHIPPED, `${slug}.answers.json`), 'utf8')) as Recording[],
);

/** What the judge must say of each kind of recorded answer. */
export const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  right: ['accepted'],
  'two-blocks': ['accepted'],
  'trailing-text': ['accepted'],
  wrong: ['wrong-answer'],
  slow: ['time-limit-exceeded'],
  crash: ['runtime-error'],
  'no-code': ['no-code'],
  'cut-off': ['truncated'],
};

export function expectBundledVerdicts({ slowEvery }: { readonly slowEvery: number }): void {
  it('judge every program and every recording as what it is', { timeout: 600_000 }, () => {
    const samples = slugs.flatMap((slug, index) => [
      ...['right', 'wrong', ...(index % slowEvery === 0 ? ['slow'] : [])].map((id) => ({
        problem_id: rows[index]!.id,
        id,
        code: readFileSync(join(SOURCES, slug, `${id}.py`), 'utf8'),
      })),
      ...recordings[index]!.filter(({ kind }) => kind !== 'slow' || index % slowEvery === 0).map(
        (answer) => ({
          problem_id: rows[index]!.id,
          id: answer.kind,
          response: answer.raw,
          finish_reason: answer.finishReason,
        }),
      ),
    ]);
    // A slow program is given little time: it needs a hundred times as much, and every time-out runs twice.
    const isSlow = (sample: (typeof samples)[number]) => sample.id === 'slow';
    const file = (chosen: typeof samples) => chosen.map((sample) => JSON.stringify(sample)).join('\n');
    const verdicts = [
      ...grade(texts.join(''), file(samples.filter((sample) => !isSlow(sample)))),
      ...grade(texts.join(''), file(samples.filter(isSlow)), '--time-limit', '0.3'),
    ];
    const astray = verdicts.filter(
      ({ sample_id, verdict, reward }) =>
        !VERDICTS[sample_id]!.includes(verdict) || reward !== (verdict === 'accepted' ? 1 : 0),
    );
    expect(verdicts).toHaveLength(samples.length);
    expect(astray).toEqual([]);
  });
}
