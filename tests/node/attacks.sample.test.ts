/** One attack of each category; `tests/long` has all of them. */
import { describe } from 'vitest';
import { firstOfEachCategory, readAttacks } from '../attacks/corpus.ts';
import { expectNoHarm } from '../attacks/no-harm.ts';

describe('one of our attacks of each category', () => expectNoHarm(firstOfEachCategory(readAttacks())));
