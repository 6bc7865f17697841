import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { manifestOf, writeManifest } from '../journal/manifest.ts';
import { EVAL_OPTIONS, evalOrder } from './eval-order.ts';

const PROBLEM = { id: 'a', prompt: '', mode: 'stdin', source: 'own', tests: [{ input: '', output: '1' }] };

/** Returns the token limit of the redo for a command with these options and an output with this manifest. */
function redo(
  manifest: { readonly complete: boolean; readonly redo?: number } | null,
  ...args: readonly string[]
): Promise<number | null> {
  return inTemporaryFolder(async (folder) => {
    const [problems, output] = [join(folder, 'p.jsonl'), join(folder, 'run.jsonl')];
    writeFileSync(problems, JSON.stringify(PROBLEM));
    if (manifest !== null) writeManifest(output, { ...manifestOf({}, '1/1'), ...manifest });
    const given = [
      '--problems',
      problems,
      '--base-url',
      'http://h/v1',
      '--model',
      'm',
      '-o',
      output,
      ...args,
    ];
    return evalOrder(parseArgs({ args: given, options: EVAL_OPTIONS }).values as never).redo;
  });
}

const LIMIT = ['--max-tokens', '400'];
const REDO = ['--redo-truncated', '800'];

it('asks truncated answers again only in a complete output, and with a larger limit', async () => {
  expect(await redo({ complete: true }, ...LIMIT)).toBeNull();
  expect(await redo({ complete: true }, ...LIMIT, ...REDO)).toBe(800);
  expect(await redo({ complete: true }, ...REDO)).toBe(800);
  for (const manifest of [null, { complete: false }])
    await expect(redo(manifest, ...LIMIT, ...REDO)).rejects.toThrow('is no complete output of eval');
  await expect(redo({ complete: true }, '--max-tokens', '800', ...REDO)).rejects.toThrow(
    '--redo-truncated 800: must be larger than --max-tokens 800, the old limit',
  );
});

it('goes on with a redo that was interrupted, by the same limit', async () => {
  const unfinishedManifest = { complete: false, redo: 800 };
  expect(await redo(unfinishedManifest, ...LIMIT)).toBe(800);
  expect(await redo(unfinishedManifest, ...LIMIT, ...REDO)).toBe(800);
  expect(await redo(unfinishedManifest, ...LIMIT, '--fresh')).toBeNull();
  await expect(redo(unfinishedManifest, ...LIMIT, '--redo-truncated', '900')).rejects.toThrow(
    'a redo with 800 tokens has begun; finish it first',
  );
});
