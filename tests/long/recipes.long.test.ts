/** Follows the examples of CONTRIBUTING.md in a copy of the checkout: its types hold, and the tests it names pass. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inRoot, root } from '../../src/node/bootstrap/root.mjs';
import { inTemporaryFolder } from '../builders/files.ts';

const document = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
const run = promisify(execFile);

interface Block {
  readonly file: string;
  /** `after` or `before` a line of the file; missing for a new file. */
  readonly side?: 'after' | 'before';
  readonly anchor?: string;
  readonly code: string;
}

function blocksOf(section: string): readonly Block[] {
  const fences = /^```\w+ (src\/\S+?)(?: (after|before) "(.*)")?\n([^]*?)^```$/gm;
  return [...section.matchAll(fences)].map(([, file = '', side, anchor, code = '']) =>
    side === undefined ? { file, code } : { file, side: side as 'after' | 'before', anchor: anchor!, code },
  );
}

function follow({ file, side, anchor, code }: Block, copy: string): void {
  const path = join(copy, file);
  if (side === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line === anchor ? [index] : []));
  expect(found, `${file} has one line ${anchor}`).toHaveLength(1);
  lines.splice(found[0]! + (side === 'after' ? 1 : 0), 0, code.trimEnd());
  writeFileSync(path, lines.join('\n'));
}

/** The files of this checkout, with links to its packages: caches of tools stay apart. */
function copyTo(copy: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files
    .split('\0')
    .filter((name) => /\.(ts|mjs|svelte|js|py|wat|json|css|html)$/.test(name)))
    cpSync(inRoot(file), join(copy, file));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(inRoot('node_modules')).filter((entry) => entry !== '.cache'))
    symlinkSync(inRoot('node_modules', name), join(copy, 'node_modules', name));
}

const sections = document.split(/^### /m).filter((section) => blocksOf(section).length > 0);

test('the examples of CONTRIBUTING.md work, all in one copy', async () => {
  expect(sections.map((section) => section.split('\n')[0])).toEqual([
    'Add a grader',
    'Add a format',
    'Add a model host',
    'Add a lesson',
  ]);
  const folders = sections.flatMap((section) =>
    [...section.matchAll(/^`npx vitest run --project unit (.*?)`/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    ),
  );
  expect(folders.length).toBeGreaterThanOrEqual(sections.length);
  await inTemporaryFolder(async (copy) => {
    copyTo(copy);
    sections.flatMap(blocksOf).forEach((block) => follow(block, copy));
    const tool = (name: string, ...args: readonly string[]) =>
      run('npx', ['--no-install', name, ...args], { cwd: copy }).catch((error: { stdout: string }) =>
        expect.fail(`${name} ${args.join(' ')}\n${error.stdout}`),
      );
    await tool('vitest', 'run', '--project', 'unit', ...folders);
    await tool('tsc', '-b', 'tsconfig.core.json', 'tsconfig.node.json');
    await tool('svelte-check', '--tsconfig', 'tsconfig.app.json', '--fail-on-warnings', '--output', 'human');
  });
});
