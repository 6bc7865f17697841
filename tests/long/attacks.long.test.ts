/** The whole corpus of attacks, our own and the shared one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { categoryOf, firstOfEachCategory, readAttacks, readSharedAttacks } from '../attacks/corpus.ts';
import { expectNoHarm } from '../attacks/no-harm.ts';

const SHARED = fileURLToPath(new URL('../../../shared/fixtures/attacks.jsonl', import.meta.url));
const sharedPresent = existsSync(SHARED);
if (!sharedPresent) console.warn('Skipped: the shared corpus of attacks is not beside this checkout.');

/** The categories of attacks that reach outside of Python: without a network other code answers them. */
const OUTWARD = ['escape-to-js', 'frame-inspection', 'network', 'read-expected', 'storage'];

const own = readAttacks();
const first = firstOfEachCategory(own);

describe('our attacks', () => expectNoHarm(own));

describe('our attacks, without a network: all that reach outside, and one of each other category', () =>
  expectNoHarm(
    own.filter((attack) => OUTWARD.includes(categoryOf(attack)) || first.includes(attack)),
    { isOffline: true },
  ));

describe.skipIf(!sharedPresent)('the shared attacks', () =>
  expectNoHarm(sharedPresent ? readSharedAttacks(SHARED) : []),
);
