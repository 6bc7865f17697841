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

/**
 * Does the work while no other tab holds the lock; null where one does. Outside a secure context there are no locks,
 * and the work is done.
 */
export async function underLock<Value extends object | string | true>(
  name: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  const release = await holdLock(name);
  if (release === null) return null;
  try {
    return await work();
  } finally {
    release();
  }
}

/** Whether a tab of this origin holds the lock. */
export async function isLocked(name: string): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {};
  return held?.some((lock) => lock.name === name) ?? false;
}

/** Waits until no tab of this origin, this one included, holds the lock, without taking it. */
export async function lockFree(name: string, signal: AbortSignal | null = null): Promise<void> {
  // A tab that asks for the free lock at this moment must not find it taken by this one.
  if (!(await isLocked(name))) return;
  await navigator.locks.request(name, { mode: 'shared', ...(signal && { signal }) }, () => undefined);
}
