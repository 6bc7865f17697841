/**
 * The way in for a fresh clone: what may be typed first comes here before anything is installed, so this file and
 * bootstrap/ are plain JavaScript without dependencies. Only `start`, `test` and `install` exist; everything else is an
 * ordinary package script.
 */
import { nodeComplaint } from './node-version.mjs';

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
try {
  process.exitCode = await main();
} catch (error) {
  console.error(`allpass: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** @returns {Promise<number | undefined>} the exit code; undefined while the page is served */
async function main() {
  // Loaded late, so that an old Node gets as far as the complaint above.
  const { ensureDependencies } = await import('./dependencies.mjs');
  switch (command) {
    case 'install':
      ensureDependencies();
      return 0;
    case 'pack':
      console.error(
        'The checkout is not the package: npm run package makes that, in build/package, and packs it.',
      );
      return 1;
    case 'start': {
      const { parseStartOptions, start } = await import('./start.mjs');
      const options = parseStartOptions(args);
      ensureDependencies();
      await start(options);
      return undefined;
    }
    case 'test': {
      const { listStages, parseStages, runTests } = await import('./tests.mjs');
      const names = args.filter((arg) => arg !== '--list');
      // `npm run test:servers -- NAME …`: some of the servers; likewise some of the trainers, or of CPython's modules.
      if (names[0] === 'servers' && names.length > 1) process.env.ALLPASS_SERVERS = names.splice(1).join(',');
      if (names[0] === 'python' && names.length > 1) process.env.ALLPASS_PYTHON = names.splice(1).join(',');
      if (names[0] === 'cpython' && names.length > 1) process.env.ALLPASS_CPYTHON = names.splice(1).join(',');
      const stages = parseStages(names);
      if (args.includes('--list')) {
        console.log(listStages(stages).join('\n'));
        return 0;
      }
      ensureDependencies();
      return runTests(stages);
    }
    default:
      console.error('Usage: node src/node/bootstrap/main.mjs start|test|install');
      return 2;
  }
}
