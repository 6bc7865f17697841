/** The clock of a frame whose page is seen. */
import type { Clock } from '../../src/sandbox/frame/clock.ts';

export const PLAIN_CLOCK: Pick<Clock, 'after'> = {
  after: (milliseconds, ring) => {
    const timer = setTimeout(ring, milliseconds);
    return () => clearTimeout(timer);
  },
};
