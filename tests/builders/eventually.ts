/** For tests that wait for what others do. */
import { vi } from 'vitest';

/** Calls `check` until it no longer throws, and gives what it gives. How soon that is decides nothing: only ends what hangs. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 300_000, interval: 10 });
}
