import { byteText, timeLeft } from '../../../base/number-words.ts';

export interface DownloadFigures {
  readonly doneBytes: number;
  /** Null until the size is known. */
  readonly totalBytes: number | null;
  /** Null or missing if the rate is not reliable. The same applies to the time left. */
  readonly bytesPerSecond?: number | null;
  readonly etaSeconds?: number | null;
}

/** Returns text such as "1.2 GB of 4.3 GB, 12 MB/s, about 4 min left". Unknown parts are left out. */
export function downloadWords({
  doneBytes,
  totalBytes,
  bytesPerSecond,
  etaSeconds,
}: DownloadFigures): string {
  if (doneBytes === 0 && totalBytes === null) return 'Looking…';
  const parts = [
    totalBytes === null ? byteText(doneBytes) : `${byteText(doneBytes)} of ${byteText(totalBytes)}`,
  ];
  if (bytesPerSecond != null) parts.push(`${byteText(bytesPerSecond)}/s`);
  if (etaSeconds != null) parts.push(timeLeft(etaSeconds));
  return parts.join(', ');
}
