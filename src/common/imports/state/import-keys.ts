/** Under which key an import stores its problems before they are a set, and what says that it is under way. */
import type { WebStorage } from '../../../storage/web-storage.ts';

/** No file's name has it. */
const BEFORE_KEY = '\0';

/** Another one for each import. */
export function newKey(name: string): string {
  return `${name}${BEFORE_KEY}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export function isImportKey(key: string): boolean {
  return key.includes(BEFORE_KEY);
}

/** Returns the name of the set that the import writes. */
export function nameOfKey(key: string): string {
  return key.slice(0, key.indexOf(BEFORE_KEY));
}

/**
 * Says of a key that its import is under way, and what it reads: what is left of one that ended was not broken off.
 * Without the mark, or without a known origin, an import cannot resume.
 */
export type ImportMarks = Pick<WebStorage, 'read' | 'write' | 'delete'>;

export function markOf(key: string): string {
  return `allpass-import ${key}`;
}
