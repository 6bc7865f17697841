/**
 * Attacks in Firefox, on a host that isolates the page in every browser. Firefox isolates the sandbox's frame and its
 * workers with it, and Chromium does not.
 */
import { describe } from 'vitest';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';
import { categoryOf, firstOfEachCategory, readAttacks } from '../attacks/corpus.ts';
import { expectNoHarm } from '../attacks/no-harm.ts';

const own = readAttacks();
const first = firstOfEachCategory(own);
const attacks = own.filter((attack) => categoryOf(attack) === 'escape-to-js' || first.includes(attack));

describe.skipIf(findFirefox() === null)('our attacks in Firefox', () =>
  expectNoHarm(attacks, { browser: 'firefox' }),
);
