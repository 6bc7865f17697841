const ALGORITHMS = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

/**
 * Whether bytes match one of the hashes of a subresource-integrity string. One without any hash that is
 * known here matches everything, as the standard has it.
 */
export async function isIntegral(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .map((part) => /^(sha256|sha384|sha512)-([^?]+)/.exec(part))
    .filter((match) => match !== null);
  for (const [, algorithm, expected] of hashes) {
    const digest = await crypto.subtle.digest(ALGORITHMS[algorithm as keyof typeof ALGORITHMS], bytes);
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) === expected) return true;
  }
  return hashes.length === 0;
}
