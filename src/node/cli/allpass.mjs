#!/usr/bin/env node
/** The command line's entry: plain JavaScript that makes the TypeScript behind it loadable. */
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
// No tsconfig is to be read from whatever folder the user stands in.
register({ tsconfig: false });
await import('./cli.ts');
