#!/usr/bin/env node
/** The command line's entry in the package: nothing is to be installed or made loadable there. */
import { nodeComplaint } from '../bootstrap/node-version.mjs';

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(2);
}

await import('./cli.ts');
