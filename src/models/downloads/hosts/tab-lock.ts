/**
 * Takes a lock that only one tab of this origin can hold, if it is free. Returns the function that releases
 * it, or null if another tab holds it.
 */
export function holdLock(name: string): Promise<(() => void) | null> {
  // Outside a secure context there are no locks, and no GPU to share.
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
      .catch((error: unknown) =>
        // The user lets the page store nothing, so tabs share no files.
        error instanceof DOMException && error.name === 'SecurityError'
          ? resolve(() => undefined)
          : reject(error as Error),
      );
  });
}

/**
 * Runs work under a lock; returns null if another tab holds it. Outside a secure context there are no locks,
 * and the work runs without one.
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
  const { held: heldLocks } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return heldLocks?.some((lock) => lock.name === name) ?? false;
}

/** Waits until no tab of this origin, including this one, holds the lock, without taking it. */
export async function lockFree(name: string, signal: AbortSignal | null = null): Promise<void> {
  // A free lock is not requested. Otherwise, another tab that requests it at the same moment would find that
  // this tab holds it.
  if (!(await isLocked(name))) return;
  await navigator.locks.request(name, { mode: 'shared', ...(signal && { signal }) }, () => undefined);
}
