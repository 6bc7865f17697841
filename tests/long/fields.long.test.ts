/** Every number that a problem may have, at many more places than the short tier looks at. */
import { it } from 'vitest';
import { expectFairGrading } from '../abuse/fields.ts';

it('a right program earns 1', () => {
  expectFairGrading(40);
});
