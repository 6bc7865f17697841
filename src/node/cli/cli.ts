/** The command line: one command, its options, an exit code (0 done, 1 some not judged, 2 bad usage or input, 130 or 143 interrupted). */
import { EXTRACT_USAGE, extract } from './commands/extract.ts';
import { GRADE_USAGE, grade } from './commands/grade.ts';
import { XRAY_USAGE, xray } from './commands/xray.ts';
import { ClosedPipe } from './output-file.ts';
import { shownText } from './shown-text.ts';
import { UsageError } from './usage-error.ts';

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  grade,
  extract,
  xray,
};

const USAGE = `Usage: npm run -s allpass -- COMMAND …

${GRADE_USAGE}

${EXTRACT_USAGE}

${XRAY_USAGE}
`;

async function main(args: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || rest.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`${name}: no such command; there are ${Object.keys(COMMANDS).join(', ')}`);
  }
  return command(rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof ClosedPipe) process.exitCode = 0;
  else if (error instanceof UsageError) {
    process.stderr.write(`allpass: ${shownText(error.message)}\n`);
    process.exitCode = 2;
  } else throw error;
}
