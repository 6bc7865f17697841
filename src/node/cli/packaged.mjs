#!/usr/bin/env node
/** The entry of the command line in the package, where nothing has to be installed or compiled. */
import { nodeComplaint } from '../bootstrap/node-version.mjs';

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(2);
}

await import('./cli.ts');
