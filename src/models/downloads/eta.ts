/** Milliseconds over which the rate is measured: long enough to be steady, short enough to follow changes. */
const WINDOW_MS = 10_000;
/** Minimum time of measurement before a rate is shown, in milliseconds. */
const LEAST_MS = 1_000;

/**
 * Measures the rate of received bytes and the remaining time. Bytes that existed before the first sample are
 * ignored, so a resumed download starts at 0. Bytes that are deleted with a broken file do not change the
 * rate.
 */
export class RateMeter {
  /** Bytes received since the first sample, by time. The first entry is the last sample before the window. */
  #samples: { readonly at: number; readonly receivedBytes: number }[] = [];
  #doneBytes = 0;

  /** Adds a sample. `atMs` never decreases; `doneBytes` may, if a file has to be fetched again. */
  add(atMs: number, doneBytes: number): void {
    const last = this.#samples.at(-1);
    const newBytes = last === undefined ? 0 : Math.max(0, doneBytes - this.#doneBytes);
    this.#doneBytes = doneBytes;
    // If the machine slept, or the download stalled for as long as the window, the earlier samples are
    // discarded.
    if (last !== undefined && atMs - last.at > WINDOW_MS) this.#samples = [];
    const receivedBytes =
      (this.#samples.at(-1)?.receivedBytes ?? 0) + (this.#samples.length === 0 ? 0 : newBytes);
    this.#samples.push({ at: atMs, receivedBytes });
    while ((this.#samples[1]?.at ?? Infinity) <= atMs - WINDOW_MS) this.#samples.shift();
  }

  /** Returns the rate; null in the first second, and if no byte has arrived for the length of the window. */
  bytesPerSecond(nowMs: number): number | null {
    const firstSample = this.#samples[0];
    const last = this.#samples.at(-1);
    if (firstSample === undefined || last === undefined || nowMs - firstSample.at < LEAST_MS) return null;
    if (nowMs - last.at > WINDOW_MS) return null;
    const rate = ((last.receivedBytes - firstSample.receivedBytes) / (nowMs - firstSample.at)) * 1000;
    return rate > 0 ? rate : null;
  }

  /** Returns the seconds until `totalBytes` are received; null if the rate or the total is unknown. */
  etaSeconds(nowMs: number, totalBytes: number | null): number | null {
    const rate = this.bytesPerSecond(nowMs);
    if (rate === null || totalBytes === null) return null;
    return Math.max(0, totalBytes - this.#doneBytes) / rate;
  }
}
