/** Every number and size that a problem may have, at its corners and anywhere between; `tests/long` has more places. */
import { it } from 'vitest';
import { expectFairGrading } from './fields.ts';

it('a right program earns 1', () => {
  expectFairGrading(2);
});
