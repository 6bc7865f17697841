/**
 * Takes a lock that one tab of this origin holds at a time, if it is free.
 * @returns the function that gives it back, or null when another tab holds it
 */
export function holdLock(name: string): Promise<(() => void) | null> {
  // Outside a secure context there are no locks, nor a GPU to fight for.
  if (navigator.locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

/** Waits until no tab of this origin, this one included, holds the lock; takes it from nobody. */
export async function lockFree(name: string): Promise<void> {
  if (navigator.locks === undefined) return;
  const { held } = await navigator.locks.query();
  // Who asks for a free lock in this moment must not find it taken by us.
  if (held?.some((lock) => lock.name === name))
    await navigator.locks.request(name, { mode: 'shared' }, () => undefined);
}
