/** The command line: one command, its options, and an exit code (`help.ts` explains the codes). */
import { readFileSync } from 'node:fs';
import { errorMessage } from '../../base/error-message.ts';
import { inRoot } from '../bootstrap/root.mjs';
import type { CliCommand } from './commands/command.ts';
import { AUDIT } from './commands/audit.ts';
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
import { SCORM } from './commands/scorm.ts';
import { SERVE } from './commands/serve.ts';
import { STRENGTH } from './commands/strength.ts';
import { XRAY } from './commands/xray.ts';
import { wholeHelp } from './commands/help.ts';
import { Interrupted } from './run/interruption.ts';
import { ClosedPipe, writeErrorText } from './output/output-file.ts';
import { unreadableError } from './input/input-files.ts';
import { BROKEN_OFF } from './page/page-settings.ts';
import { printLine, printMessage, didYouMean, UsageError } from './text/messages.ts';

const COMMANDS: readonly CliCommand[] = [
  GRADE,
  EVAL,
  DOCTOR,
  STRENGTH,
  AUDIT,
  XRAY,
  EXTRACT,
  MERGE,
  REPORT,
  CONVERT,
  PREPARE,
  LAB,
  SERVE,
  RECIPE,
  SCORM,
];
const NAMES = COMMANDS.map(({ name }) => name);

async function main(args: readonly string[]): Promise<number> {
  const [first = '--help', ...commandArgs] = args;
  if (isHelp(first) && commandArgs.length === 0) return print(wholeHelp(COMMANDS));
  if (first === '--version' || first === '-V') return print(version());
  const [name, ...options] = first === 'help' ? [...commandArgs, '--help'] : args;
  const command = COMMANDS.find((candidate) => candidate.name === name);
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

/**
 * Error codes of a file system that rejects a path: the disk is full, broken or read-only, or the path is invalid or
 * not permitted.
 */
const REFUSALS: ReadonlySet<string | undefined> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'],
]);

/**
 * Prints the error that ended the command in one line.
 * @returns the exit code
 */
function reportError(error: unknown): number {
  if (error instanceof ClosedPipe) return 0;
  if (error instanceof Interrupted) {
    printLine('interrupted; nothing was written');
    return error.exitCode;
  }
  if (error instanceof UsageError) {
    printMessage(error.message);
    return 2;
  }
  if (isOfDisk(error)) {
    const isRead = error.syscall === 'stat' || error.syscall === 'scandir';
    printMessage(
      isRead ? unreadableError(error.path, error).message : `${error.path}: ${writeErrorText(error)}`,
    );
    return 2;
  }
  const kind = error instanceof Error ? `${error.name}: ` : '';
  const message = `${kind}${errorMessage(error)}`.replace(/\s+/g, ' ').replace(/\.$/, '');
  const { ALLPASS_DEBUG: debug } = process.env;
  if (debug) console.error(error);
  printMessage(
    `unexpected error, a fault of Allpass: ${message}.${debug ? '' : ' ALLPASS_DEBUG=1 shows where it happened'}`,
  );
  return BROKEN_OFF;
}

// If the reader closes stderr, as in `2>&1 | head`, a long run must continue.
process.stderr.on('error', () => undefined);
// Text that a reader such as `head` does not read is discarded. For rows, output-file.ts handles the error too.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || process.stdout.listenerCount('error') > 1) return;
  printMessage(`standard output: ${writeErrorText(error)}`);
  process.exit(2);
});

// Handles errors in callbacks of streams and timers, which are outside of the command's promise.
process.on('uncaughtException', (error) => process.exit(reportError(error)));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportError(error);
}

/** Whether the file system rejected a path. The cause is on the user's side, not a bug in this program. */
function isOfDisk(error: unknown): error is NodeJS.ErrnoException & { readonly path: string } {
  return error instanceof Error && 'path' in error && REFUSALS.has((error as NodeJS.ErrnoException).code);
}
