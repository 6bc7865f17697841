import type { FilesProgress } from '../../local-port.ts';

/** Milliseconds between two reports. There is also a report whenever a file is complete. */
const EVERY_MS = 100;

interface LedgerEntry {
  /** Expected bytes: from the manifest, otherwise from the server, otherwise the bytes received. */
  expected: number;
  readonly isCertain: boolean;
  receivedBytes: number;
  isDone: boolean;
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
    for (const [url, bytes, storedBytes] of files)
      this.#entries.set(url, {
        expected: bytes ?? storedBytes ?? 0,
        isCertain: bytes !== null,
        receivedBytes: storedBytes ?? 0,
        isDone: storedBytes !== null,
      });
    this.#publish(true);
  }

  /**
   * @param bytes received bytes of this file so far; 0 if it has to be fetched again
   * @param statedBytes the size from the server, which the manifest overrides; null if the server sends none
   */
  receive(url: string, fileName: string, bytes: number, statedBytes: number | null = null): void {
    const entry = this.#entry(url);
    entry.receivedBytes = bytes;
    if (!entry.isCertain) entry.expected = Math.max(statedBytes ?? entry.expected, bytes);
    this.#fileName = fileName;
    this.#publish(false);
  }

  finish(url: string): void {
    const entry = this.#entry(url);
    entry.isDone = true;
    if (!entry.isCertain) entry.expected = entry.receivedBytes;
    this.#publish(true);
  }

  #entry(url: string): LedgerEntry {
    const existingEntry = this.#entries.get(url);
    if (existingEntry !== undefined) return existingEntry;
    const entry: LedgerEntry = { expected: 0, isCertain: false, receivedBytes: 0, isDone: false };
    this.#entries.set(url, entry);
    return entry;
  }

  #publish(isUrgent: boolean): void {
    const at = performance.now();
    if (!isUrgent && at - this.#reportedAt < EVERY_MS) return;
    this.#reportedAt = at;
    const entries = [...this.#entries.values()];
    this.#report({
      doneBytes: entries.reduce(
        (sum, { receivedBytes, expected }) => sum + Math.min(receivedBytes, expected),
        0,
      ),
      totalBytes: entries.reduce((sum, { expected }) => sum + expected, 0),
      fileName: this.#fileName,
      doneFiles: entries.filter(({ isDone }) => isDone).length,
      totalFiles: entries.length,
    });
  }
}
