import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../tests/builders/answer.ts';
import { oddText } from '../../../tests/builders/odd-text.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Run, RunSample } from '../../domain/run.ts';
import { importedRun, readRunFile, runFileName, runMark, writtenRun, type ReadRunFile } from './run-file.ts';

function sampleOf(change: Partial<RunSample['row']> = {}, answer: Answer | null = answerOf('a')): RunSample {
  const row = runRowOf(change);
  return { row, answer, tests: row.judged === null ? null : [{ verdict: 'accepted', ms: 1.5 }] };
}

async function* given<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function packed(run: Run, samples: readonly RunSample[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writtenRun(run, given(samples))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function read(bytes: Uint8Array | string, bounds?: Parameters<typeof readRunFile>[2]) {
  const taken: { run: Run | null; samples: RunSample[] } = { run: null, samples: [] };
  const outcome = await readRunFile(
    sourceFile('r.gz', bytes, 1000),
    {
      run: (run) => Promise.resolve(void (taken.run = run)),
      sample: (sample) => Promise.resolve(void taken.samples.push(sample)),
    },
    bounds,
  );
  return { outcome, ...taken };
}

function messageOf(outcome: ReadRunFile): string {
  return outcome.ok ? '' : outcome.fault;
}

const SAMPLES = [
  sampleOf({ judged: runVerdictOf('accepted') }),
  sampleOf({ id: 'b', failure: 'Nobody answered.', finishReason: null }, null),
  sampleOf({
    id: 'c',
    sample: 1,
    judged: runVerdictOf('judge-error', { error: 'x', flags: ['browser-limit'] }),
  }),
];

const LEFT = { unknown: 2, unknownIds: ['x'], unread: 1, note: null, repeated: 3, sharing: 2 };

const amount = fc.integer({ min: 0, max: 2 ** 40 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const anyAnswer: fc.Arbitrary<Answer> = fc.record(
  {
    label: oddText(),
    completion: fc.record({
      reasoning: oddText(),
      reasoningOpen: fc.boolean(),
      text: oddText(200),
      finishReason: maybe(fc.constantFrom('stop' as const, 'length' as const)),
      usage: maybe(fc.record({ promptTokens: maybe(amount), completionTokens: maybe(amount) })),
    }),
    ended: fc.boolean(),
    failure: maybe(fc.record({ message: oddText(), remedy: oddText() })),
    speed: fc.record({
      tokens: amount,
      estimated: fc.boolean(),
      firstTokenMs: maybe(amount),
      tokensPerSecond: maybe(fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => value + 0)),
    }),
    asked: fc.record({
      at: oddText(),
      prompt: fc.record({ name: oddText(), label: oddText() }),
      messages: fc.array(fc.record({ role: fc.constantFrom('user' as const), content: oddText() }), {
        maxLength: 3,
      }),
      sampling: fc.record({
        temperature: amount,
        topP: amount,
        maxTokens: maybe(amount),
        seed: maybe(amount),
      }),
      refused: fc.array(oddText(), { maxLength: 2 }),
      modelId: oddText(),
      model: maybe(oddText()),
      fingerprint: maybe(oddText()),
      contextTokens: maybe(amount),
    }),
    program: fc.constant(true as const),
    passedElsewhere: fc.boolean(),
    redrawn: fc.record({ oldLimit: maybe(amount), oldTokens: amount, limit: amount }),
  },
  { requiredKeys: ['label', 'completion', 'ended', 'failure', 'speed'] },
);

describe('the file of a run', () => {
  it('gives back what went in, whatever the texts', async () => {
    const sample = fc
      .tuple(
        fc.constantFrom('a', 'b'),
        fc.nat(1),
        maybe(anyAnswer),
        maybe(
          fc.record({
            verdict: fc.constantFrom('accepted' as const, 'wrong-answer' as const),
            error: maybe(oddText()),
          }),
        ),
      )
      .map(([id, nth, answer, judged]) =>
        sampleOf(
          {
            id,
            sample: nth,
            ...(answer?.redrawn && { redrawn: answer.redrawn, cutBy: 'limit' }),
            judged: judged && runVerdictOf(judged.verdict, { error: judged.error }),
          },
          answer,
        ),
      );
    const samples = fc.uniqueArray(sample, { maxLength: 4, selector: ({ row }) => `${row.id}${row.sample}` });
    await fc.assert(
      fc.asyncProperty(oddText(), samples, async (name, some) => {
        const run = runOf({
          name,
          source: { type: 'file', name, left: { ...LEFT, note: name }, withoutAnswers: true },
          redraws: some.flatMap(({ row: { set, id, sample: nth, redrawn } }) =>
            redrawn === undefined ? [] : { set, id, sample: nth, ...redrawn },
          ),
          origin: name,
        });
        const back = await read(await packed(run, some));
        expect(back).toEqual({ outcome: { ok: true, samples: some.length }, run, samples: some });
      }),
      { numRuns: 60 },
    );
  });

  it('is plain gzip of lines, and may be unpacked before it is read', async () => {
    const bytes = await packed(runOf(), SAMPLES);
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
      ['format', 'version', 'run'],
      ['row', 'answer', 'tests'],
      ['row', 'answer', 'tests'],
      ['row', 'answer', 'tests'],
      ['samples'],
    ]);
    expect((await read(gunzipSync(bytes))).samples).toEqual(SAMPLES);
  });

  it('of an earlier version is read', async () => {
    const text = gunzipSync(await packed(runOf(), SAMPLES)).toString();
    for (const version of [1, 2])
      expect((await read(text.replace('"version":3', `"version":${version}`))).samples).toEqual(SAMPLES);
  });

  it('holds no key, wherever one has got into what is kept', async () => {
    const KEY = 'sk-secret-of-the-endpoint';
    const smuggled = { key: KEY, endpoint: { address: `https://u:${KEY}@host/v1`, key: KEY } };
    const run = { ...runOf(), ...smuggled, source: { ...runOf().source, ...smuggled } } as Run;
    const answer = { ...answerOf('hello'), ...smuggled, journal: 'journal-7' };
    const sample = { ...sampleOf({}, answer), ...smuggled };
    const text = gunzipSync(await packed(run, [sample])).toString();
    expect(text).toContain('hello');
    expect(text).toContain('endpoint:tiny');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('journal');
    // Reading a file does not accept a key either.
    const hostile = text
      .replace('"row":', `"key":"${KEY}","row":`)
      .replace('"run":{', `"run":{"key":"${KEY}",`);
    expect(JSON.stringify(await read(gzipSync(hostile)))).not.toContain(KEY);
  });

  it('is written and read a piece at a time', async () => {
    let sampleCount = 0;
    async function* many(): AsyncGenerator<RunSample> {
      const noise = Array.from({ length: 20_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(
        '',
      );
      for (; sampleCount < 400; sampleCount++)
        yield sampleOf({ sample: sampleCount }, answerOf(`${sampleCount} ${noise}`));
    }
    const writing = writtenRun(runOf({ samples: 400 }), many());
    await writing.next();
    await writing.next();
    expect(sampleCount).toBeLessThan(100);
    await writing.return(undefined);
  });

  it('fails as reading its samples does', async () => {
    async function* broken(): AsyncGenerator<RunSample> {
      yield SAMPLES[0]!;
      await Promise.reject(new Error('the disk is gone'));
    }
    const all = async () => {
      for await (const piece of writtenRun(runOf(), broken())) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(all()).rejects.toThrow('the disk is gone');
  });

  it('passes on what its taker rejects with', async () => {
    const file = sourceFile('r.gz', await packed(runOf(), SAMPLES));
    const taker = { run: () => Promise.resolve(), sample: () => Promise.reject(new Error('full')) };
    await expect(readRunFile(file, taker)).rejects.toThrow('full');
  });
});

describe('a file that does not fit', () => {
  const whole = async (): Promise<string[]> =>
    gunzipSync(await packed(runOf(), SAMPLES))
      .toString()
      .trimEnd()
      .split('\n');
  const messageFor = async (lines: readonly string[]): Promise<string> =>
    messageOf((await read(gzipSync(lines.join('\n')))).outcome);

  it('says which line, and what is wrong with it', async () => {
    const [head, one, two, three, end] = (await whole()) as [string, string, string, string, string];
    expect(await messageFor([head, one, two, three, end])).toBe('');
    expect(await messageFor([])).toBe(
      'r.gz, line 1 is missing: the file is empty; export the run again, or ask whoever sent it.',
    );
    expect(await messageFor([one, end])).toContain('line 1 does not begin a run');
    expect(await messageFor(['"text"'])).toContain('line 1 does not begin a run');
    expect(await messageFor([head.replace('"version":3', '"version":4'), end])).toContain('is of version 4');
    expect(await messageFor([head.replace('"samples":2', '"samples":0'), end])).toContain('at run.samples');
    expect(await messageFor([head, one.slice(0, -5), end])).toContain('line 2 is not JSON');
    expect(await messageFor([head, one.replace('"accepted"', '"splendid"'), end])).toContain(
      'row.judged.verdict',
    );
    expect(await messageFor([head, one.replace('"tokens":100', '"tokens":1e999'), end])).toContain(
      'row.tokens',
    );
    expect(await messageFor([head, one.replace('"sample":0', '"sample":2'), end])).toContain(
      'the run does not have',
    );
    expect(await messageFor([head, one.replace('"id":"a"', '"id":"__proto__"'), end])).toContain(
      'does not have',
    );
    expect(await messageFor([head, one, one, end])).toContain('line 3 is a sample that stood before');
    expect(await messageFor([head, one, two, three])).toContain('it was cut off');
    expect(await messageFor([head, one, two, end])).toContain('counts 3 samples, and 2 stand there');
    expect(await messageFor([head, end.replace('3', '0'), one])).toContain('behind the end');
    expect(messageOf((await read(gzipSync(Buffer.from([0x7b, 0xff])))).outcome)).toContain('is not UTF-8');
  });

  it('that is damaged, or unpacks to too much, is refused', async () => {
    const bytes = await packed(runOf(), SAMPLES);
    expect(messageOf((await read(bytes.subarray(0, -20))).outcome)).toBe(
      'r.gz is damaged or cut off, and cannot be unpacked to its end: export it again.',
    );
    const bomb = gzipSync(Buffer.alloc(30 << 20, 0x20));
    expect(messageOf((await read(bomb)).outcome)).toContain('more likely a bomb than a run');
    expect(messageOf((await read(bytes, { line: 100, total: 1e6 })).outcome)).toContain(
      'longer than any sample',
    );
    expect(messageOf((await read(bytes, { line: 1e6, total: 3000 })).outcome)).toContain(
      'unpacks to more than 3,000',
    );
  });
});

it('a run out of a file is one of its own', () => {
  const run = runOf({ source: { type: 'answers', run: 'elsewhere', label: 'x' } });
  expect(importedRun(run, { id: 'new', file: 'f.gz' })).toEqual({
    ...run,
    id: 'new',
    source: { type: 'file', name: 'f.gz' },
    origin: runMark(run),
  });
  const regraded = { ...run, source: { type: 'answers', run: 'elsewhere', label: 'x', left: LEFT } } as const;
  expect(importedRun(regraded, { id: 'new', file: 'f.gz' }).source).toEqual({
    ...{ type: 'file', name: 'f.gz', left: LEFT },
  });
  expect(importedRun(runOf(), { id: 'new', file: 'f.gz' }).source).toEqual(runOf().source);
});

it('of a file of samples may have as many of a problem as that has', async () => {
  const run = runOf({ samples: 10_001 });
  expect((await read(await packed(run, []))).run).toEqual(run);
});

it('names what it was when it was written, wherever it is read', async () => {
  const run = runOf({ source: { type: 'file', name: 'f', left: LEFT } });
  const there = (await read(await packed(run, SAMPLES))).run!;
  expect(runMark(there)).toBe(runMark(run));
  expect(runMark(importedRun(there, { id: 'run', file: 'f.gz' }))).toBe(runMark(run));
  expect(runMark({ ...run, spentMs: 1 })).not.toBe(runMark(run));
});

it('its name is one that every file system takes', () => {
  expect(runFileName(runOf({ name: 'DeepCoder, LCB v5: n=4' }))).toBe('DeepCoder-LCB-v5-n-4.allpass-run.gz');
  expect(runFileName(runOf({ name: '../../etc/passwd' }))).toBe('etc-passwd.allpass-run.gz');
  expect(runFileName(runOf({ name: '???' }))).toBe('run.allpass-run.gz');
  expect(runFileName(runOf({ name: 'Läufe 七' }))).toBe('Läufe-七.allpass-run.gz');
});
