#!/usr/bin/env node
/** The entry of the command line: plain JavaScript that registers a loader for the TypeScript modules. */
import { nodeComplaint } from '../bootstrap/node-version.mjs';

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(2);
}

const { ensureDependencies } = await import('../bootstrap/dependencies.mjs');
try {
  ensureDependencies();
} catch (error) {
  console.error(`allpass: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(3);
}
const { register } = await import('tsx/esm/api');
// `tsconfig: false` keeps the loader from reading a tsconfig in the user's current folder.
register({ tsconfig: false });
await import('./cli.ts');
