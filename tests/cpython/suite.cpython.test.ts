/** `npm run test:cpython -- NAME …`: CPython's own tests, natively and in the judge, test by test. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../node/service.ts';
import { judgedModule, MODULES, nativeModule, PYTHON } from './suite.ts';

/** Tests that pass natively and not here, by their reason. */
const REASONS = new Map(
  readFileSync(new URL('differences.txt', import.meta.url), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [reason = '', ...ids] = part.trim().split('\n');
      return [reason, ids];
    }),
);
const under = (start: string): readonly string[] =>
  [...REASONS].flatMap(([reason, ids]) => (reason.startsWith(start) ? ids : []));
const listed = new Set(under(''));
const deadly = under('Ends the interpreter');
const unrun = under('Not run');
const skipped = new Set(under('The suite skips it here'));

const chosen = process.env['ALLPASS_CPYTHON']?.split(',') ?? [];
const every = Number(process.env['ALLPASS_CPYTHON_EVERY'] ?? 1);
const asked = MODULES.filter((name) => chosen.length === 0 || chosen.includes(name)).filter(
  (_, at) => at % every === 0,
);

describe.skipIf(PYTHON === null)('the tests that come with Python 3.11', () => {
  let service: RunningService;
  const figure = { native: 0, here: 0, skipped: 0 };

  beforeAll(async () => {
    service = await startService(null, 2);
  });
  afterAll(async () => {
    const { native, here, skipped: left } = figure;
    console.log(
      `${here} of ${native} tests that pass natively pass here; the suite itself skips ${left}, and ${here} of the other ${native - left} pass`,
    );
    await service.end();
  });

  it('finds the modules that are asked for', () => {
    expect(asked.length).toBeGreaterThan(0);
  });

  it.concurrent.for(asked)('%s', async (name) => {
    const made = await nativeModule(PYTHON!, name);
    const passing = [...made.native].filter(([, status]) => status === 'ok').map(([id]) => id);
    const here = await judgedModule(service.url, made, {
      deadly: deadly.filter((id) => made.native.has(id)),
      unrun,
    });
    const failing = passing.filter((id) => here.get(id) !== 'ok');
    figure.native += passing.length;
    figure.here += passing.length - failing.length;
    figure.skipped += failing.filter((id) => skipped.has(id)).length;
    const failed = failing
      .filter((id) => !listed.has(id) || skipped.has(id) !== (here.get(id) === 'skip'))
      .map((id) => `${id}: ${here.get(id) ?? 'has not run'}`);
    const mended = passing.filter((id) => listed.has(id) && !failing.includes(id));
    expect({ failed, mended }, 'compared with differences.txt').toEqual({ failed: [], mended: [] });
  });
});
