import type { FilesProgress } from '../../local-port.ts';

/** Milliseconds between two reports. There is also a report whenever a file is complete. */
const EVERY_MS = 100;

interface LedgerEntry {
  /** Expected bytes: from the manifest, otherwise from the server, otherwise the bytes received. */
  expected: number;
  readonly certain: boolean;
  received: number;
  done: boolean;
}

/** Sums the received bytes of all files. */
export class ProgressLedger {
  readonly #report: (progress: FilesProgress) => void;
  readonly #entries = new Map<string, LedgerEntry>();
  #fileName = '';
  #reportedAt = -Infinity;

  constructor(report: (progress: FilesProgress) => void) {
    this.#report = report;
  }

  /** @param files the address, the size (null if unknown), and the stored bytes (null if there are none) */
  open(files: readonly (readonly [url: string, bytes: number | null, stored: number | null])[]): void {
    for (const [url, bytes, stored] of files)
      this.#entries.set(url, {
        expected: bytes ?? stored ?? 0,
        certain: bytes !== null,
        received: stored ?? 0,
        done: stored !== null,
      });
    this.#publish(true);
  }

  /**
   * @param bytes received bytes of this file so far; 0 if it has to be fetched again
   * @param stated the size from the server, which the manifest overrides; null if the server sends none
   */
  receive(url: string, fileName: string, bytes: number, stated: number | null = null): void {
    const entry = this.#entry(url);
    entry.received = bytes;
    if (!entry.certain) entry.expected = Math.max(stated ?? entry.expected, bytes);
    this.#fileName = fileName;
    this.#publish(false);
  }

  finish(url: string): void {
    const entry = this.#entry(url);
    entry.done = true;
    if (!entry.certain) entry.expected = entry.received;
    this.#publish(true);
  }

  #entry(url: string): LedgerEntry {
    const existing = this.#entries.get(url);
    if (existing !== undefined) return existing;
    const entry: LedgerEntry = { expected: 0, certain: false, received: 0, done: false };
    this.#entries.set(url, entry);
    return entry;
  }

  #publish(now: boolean): void {
    const at = performance.now();
    if (!now && at - this.#reportedAt < EVERY_MS) return;
    this.#reportedAt = at;
    const entries = [...this.#entries.values()];
    this.#report({
      doneBytes: entries.reduce((sum, { received, expected }) => sum + Math.min(received, expected), 0),
      totalBytes: entries.reduce((sum, { expected }) => sum + expected, 0),
      fileName: this.#fileName,
      doneFiles: entries.filter(({ done }) => done).length,
      totalFiles: entries.length,
    });
  }
}
