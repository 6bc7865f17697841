/** The whole corpus of attacks, our own and the shared one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { readAttacks, readSharedAttacks } from '../attacks/corpus.ts';
import { expectNoHarm } from '../attacks/no-harm.ts';

const SHARED = fileURLToPath(new URL('../../../shared/fixtures/attacks.jsonl', import.meta.url));
const sharedPresent = existsSync(SHARED);
if (!sharedPresent) console.warn('Skipped: the shared corpus of attacks is not beside this checkout.');

describe('our attacks', () => expectNoHarm(readAttacks()));

describe('our attacks, without a network', () => expectNoHarm(readAttacks(), true));

describe.skipIf(!sharedPresent)('the shared attacks', () =>
  expectNoHarm(sharedPresent ? readSharedAttacks(SHARED) : []),
);
