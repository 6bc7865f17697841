/** The clock of a frame whose page is seen. */
import type { Timers } from '../../src/sandbox/frame/clock.ts';

export const PLAIN_CLOCK: Timers = {
  after: (milliseconds, ring) => {
    const timer = setTimeout(ring, milliseconds);
    return () => clearTimeout(timer);
  },
};
