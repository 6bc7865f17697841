import { WebStorage } from '../../src/storage/web-storage.ts';

/** The storage of a browser that blocks it: it keeps values as long as the object. */
export function blockedStorage(): WebStorage {
  return new WebStorage(() => {
    throw new Error('blocked');
  });
}
