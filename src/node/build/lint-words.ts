/**
 * `npm run lint:words`: holds comments, texts of the interface and the command line, and documents to docs/style.md.
 * Without arguments it reads the whole tree; `npm run lint:words -- src/judge` reads one folder.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from '../bootstrap/root.mjs';
import { findDialect } from './plain-words.ts';
import { READ, textsOf } from './texts-of-files.ts';

/** Texts that are data: statements and answers of problems, recorded pages, and programs written by others. */
const DATA = [
  'public/problems/',
  'public/gym/',
  'src/datasets/allpass/',
  'src/datasets/gym/',
  'tests/agreement/',
  'tests/attacks/',
  'tests/model-fixtures/stub-library/',
  'tests/python-3.11/',
  'tests/storage-fixtures/',
  'src/node/build/plain-words',
];

const asked = process.argv.slice(2);
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...asked],
  {
    cwd: inRoot('.'),
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => READ.test(file) && !DATA.some((folder) => file.startsWith(folder)));

let count = 0;
for (const file of files) {
  const source = readFileSync(inRoot(file), 'utf8');
  const lineAt = (at: number): number => source.slice(0, at).split('\n').length;
  for (const { text, at } of textsOf(file, source)) {
    for (const { rule, sentence, offset } of findDialect(text)) {
      console.log(`${file}:${lineAt(at + offset)}: ${rule}: ${sentence}`);
      count += 1;
    }
  }
}
if (count > 0) {
  console.error(`lint:words: ${count} sentences break a rule of docs/style.md.`);
  process.exitCode = 1;
}
