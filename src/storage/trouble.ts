/**
 * Why records are not stored normally. `full`: the browser's quota is used up. `blocked`: the browser refuses to
 * store anything. `outdated`: a tab with a newer version of the page has upgraded the database. `held`: a tab with
 * an older version blocks the upgrade. `misfit`: a stored record has an invalid shape.
 */
export type StorageTrouble = 'full' | 'blocked' | 'outdated' | 'held' | 'misfit';

/** Thrown if a newer version of the page has upgraded the database. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof OutdatedError) return 'outdated';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
}
