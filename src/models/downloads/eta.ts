/** Milliseconds over which the rate is taken: long enough to be steady, short enough to follow the line. */
const WINDOW_MS = 10_000;
/** Before this much has been watched there is no rate worth showing. */
const LEAST_MS = 1_000;

/**
 * How fast bytes come, and how long the rest will take. Bytes that were there before the first sample do
 * not count, so a resumed download starts at 0; bytes that are deleted with a broken file neither add to
 * the rate nor take from it.
 */
export class RateMeter {
  /** Bytes received since the first sample, by time; the first is the last one before the window. */
  #samples: { readonly at: number; readonly received: number }[] = [];
  #done = 0;

  /** `atMs` never falls; `doneBytes` may, when a file has to be fetched again. */
  add(atMs: number, doneBytes: number): void {
    const last = this.#samples.at(-1);
    const grown = last === undefined ? 0 : Math.max(0, doneBytes - this.#done);
    this.#done = doneBytes;
    // A machine that slept, or a stall as long as the window: the earlier samples no longer count.
    if (last !== undefined && atMs - last.at > WINDOW_MS) this.#samples = [];
    const received = (this.#samples.at(-1)?.received ?? 0) + (this.#samples.length === 0 ? 0 : grown);
    this.#samples.push({ at: atMs, received });
    while ((this.#samples[1]?.at ?? Infinity) <= atMs - WINDOW_MS) this.#samples.shift();
  }

  /** Null in the first second, and when nothing has come for as long as the window. */
  bytesPerSecond(nowMs: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || nowMs - first.at < LEAST_MS) return null;
    if (nowMs - last.at > WINDOW_MS) return null;
    const rate = ((last.received - first.received) / (nowMs - first.at)) * 1000;
    return rate > 0 ? rate : null;
  }

  /** Seconds until `totalBytes` are there; null where the rate or the total is not known. */
  etaSeconds(nowMs: number, totalBytes: number | null): number | null {
    const rate = this.bytesPerSecond(nowMs);
    if (rate === null || totalBytes === null) return null;
    return Math.max(0, totalBytes - this.#done) / rate;
  }
}
