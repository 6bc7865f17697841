/**
 * Why records are not kept as they should be: the browser's quota is used up; it lets nothing be stored; a tab with a
 * newer version of the page has changed what is stored; a tab with an older one is in the way; what was found does not
 * have the shape that it should.
 */
export type StorageTrouble = 'full' | 'blocked' | 'outdated' | 'held' | 'misfit';

/** A newer version of the page has taken the database over. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof OutdatedError) return 'outdated';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
}
