/**
 * The entry of a fresh clone, before any package is installed. So this folder is plain JavaScript without dependencies. The
 * commands are `start`, `test` and `install`. All others are ordinary package scripts.
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
  // Imported here, because an old Node might fail to load the module before it can print the message above.
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
      // `npm run test:servers -- NAME …` runs only the named servers, trainers, or modules of CPython.
      const [tier = ''] = names;
      if (['servers', 'python', 'cpython'].includes(tier) && names.length > 1)
        process.env[`ALLPASS_${tier.toUpperCase()}`] = names.splice(1).join(',');
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
