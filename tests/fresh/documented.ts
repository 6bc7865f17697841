/** The commands that the README, two documents and CONTRIBUTING.md tell people to type, by the way in which a fresh clone runs them. */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../src/node/bootstrap/root.mjs';

const GROUPS = {
  /** The command line on files. */
  rows: /^npm run -s allpass -- (?!--help)/,
  /** Commands that run until they are ended. */
  served: /^npm (start|run (dev|preview))\b/,
  /** Commands that run for minutes: CI runs them in whole beside this stage. */
  whole: /^npm (test|run (test:\w+|check|typecheck|lint|format))\b/,
  packed: /^npm run package\b/,
  withoutPage: /^npx vitest|^npm run (wasm-modules|deps)\b/,
} as const;

const commands = [
  // The shell blocks of three documents, and the first column of the tables of the last.
  ...['README.md', 'docs/command-line.md', 'docs/audit.md'].flatMap((document) =>
    [...read(document).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
      block.split('\n').filter((line) => /^np[mx] /.test(line)),
    ),
  ),
  ...[...read('CONTRIBUTING.md').matchAll(/^\| (`np[mx] .*?`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
  ),
];

/** In the files' order, each once. */
export function documented(group: keyof typeof GROUPS): readonly string[] {
  return [...new Set(commands)].filter((command) => GROUPS[group].test(command));
}

/** All that belongs to no group, so also what is new in the files: it is to end well in a clone with a built page. */
export function withPage(): readonly string[] {
  const groups = Object.values(GROUPS);
  return [...new Set(commands)].filter((command) => !groups.some((group) => group.test(command)));
}

function read(name: string): string {
  return readFileSync(inRoot(name), 'utf8');
}
