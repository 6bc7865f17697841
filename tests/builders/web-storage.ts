import { WebStorage } from '../../src/storage/web-storage.ts';

/** A storage that the browser blocks: values live as long as it does. */
export function blockedStorage(): WebStorage {
  return new WebStorage(() => {
    throw new Error('blocked');
  });
}

/**
 * The area of a browser, which its tabs and visits share.
 * @param values what is stored
 */
export function storageArea(values = new Map<string, string>()): Storage {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage;
}
