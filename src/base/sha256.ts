/** SHA-256 of strings and bytes, as 64 hexadecimal digits. */

/**
 * Thrown if the browser offers no hash functions. Browsers offer them on secure pages only: https, or localhost.
 */
export class NoHashing extends Error {
  override readonly name = 'NoHashing';

  constructor() {
    super(
      'This page cannot compute SHA-256: the browser does so on https and on localhost alone. Open it there.',
    );
  }
}

/**
 * Hashes the string as UTF-8. A lone surrogate is replaced by U+FFFD.
 * @throws NoHashing
 */
export function sha256(text: string): Promise<string> {
  return sha256OfBytes(new TextEncoder().encode(text));
}

/** @throws NoHashing */
export async function sha256OfBytes(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  const subtle = (crypto as { readonly subtle?: typeof crypto.subtle }).subtle;
  if (subtle === undefined) throw new NoHashing();
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns JSON in one canonical form: keys sorted by their UTF-16 units, no white space, no undefined members. Equal
 * values produce equal strings in every engine.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
