/** The command line: one command, its options, an exit code (`help.ts` has what each means). */
import { readFileSync } from 'node:fs';
import { inRoot } from '../bootstrap/root.mjs';
import type { Command } from './commands/command.ts';
import { CONVERT } from './commands/convert.ts';
import { DOCTOR } from './commands/doctor.ts';
import { EVAL } from './commands/eval.ts';
import { EXTRACT } from './commands/extract.ts';
import { GRADE } from './commands/grade.ts';
import { LAB } from './commands/lab.ts';
import { MERGE } from './commands/merge.ts';
import { PREPARE } from './commands/prepare.ts';
import { RECIPE } from './commands/recipe.ts';
import { REPORT } from './commands/report.ts';
import { SERVE } from './commands/serve.ts';
import { START } from './commands/start.ts';
import { XRAY } from './commands/xray.ts';
import { wholeHelp } from './commands/help.ts';
import { Interrupted } from './run/interruption.ts';
import { ClosedPipe, unwritable } from './output/output-file.ts';
import { say, tell } from './text/say.ts';
import { didYouMean } from './text/suggestion.ts';
import { UsageError } from './text/usage-error.ts';

const COMMANDS: readonly Command[] = [
  GRADE,
  EVAL,
  DOCTOR,
  XRAY,
  EXTRACT,
  MERGE,
  REPORT,
  CONVERT,
  PREPARE,
  LAB,
  START,
  SERVE,
  RECIPE,
];
const NAMES = COMMANDS.map(({ name }) => name);

async function main(args: readonly string[]): Promise<number> {
  const [first = '--help', ...rest] = args;
  if (isHelp(first) && rest.length === 0) return print(wholeHelp(COMMANDS));
  if (first === '--version' || first === '-V') return print(version());
  const [name, ...options] = first === 'help' ? [...rest, '--help'] : args;
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) {
    throw new UsageError(
      `${name}: no such command${didYouMean(name!, NAMES)}; there are ${NAMES.join(', ')}`,
    );
  }
  return options.some((option) => option === '--help' || option === '-h')
    ? print(command.help)
    : command.run(options);
}

function isHelp(word: string): boolean {
  return word === 'help' || word === '--help' || word === '-h';
}

function version(): string {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
  return `allpass ${manifest.version}`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

// A reader that closes stderr, as `2>&1 | head` does, must not end a run of hours.
process.stderr.on('error', () => undefined);
// A text that a reader such as `head` does not take is discarded; for rows, output-file.ts handles the error, too.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || process.stdout.listenerCount('error') > 1) return;
  tell(`standard output: ${unwritable(error)}`);
  process.exit(2);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof ClosedPipe) process.exitCode = 0;
  else if (error instanceof Interrupted) {
    say('interrupted; nothing was written');
    process.exitCode = error.exitCode;
  } else if (error instanceof UsageError) {
    tell(error.message);
    process.exitCode = 2;
  } else if (isOfDisk(error)) {
    tell(`${error.path}: ${unwritable(error)}`);
    process.exitCode = 2;
  } else throw error;
}

/** Bytes that a disk refuses to write: no fault of this program. */
function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'path' in error &&
    ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')
  );
}
