/** A worker of ours for the test of its link. */
import { expose } from 'comlink';
import { Batcher } from '../../src/base/batcher.ts';

export class LinkedApi {
  #late: Promise<unknown> = Promise.resolve();

  double(n: number): number {
    return 2 * n;
  }

  refuse(): never {
    throw new RangeError('too much');
  }

  /** Never answers. */
  hang(): Promise<number> {
    return new Promise(() => undefined);
  }

  /** Dies of an uncaught error in the middle of the call. */
  die(): Promise<number> {
    setTimeout(() => {
      throw new Error('a fault of its own');
    }, 0);
    return this.hang();
  }

  /** Tells 1 before it ends, and 2 when its answer has been sent. */
  async tellTwice(tell: (n: number) => unknown): Promise<string> {
    await tell(1);
    this.#late = new Promise((resolve) => setTimeout(() => resolve(tell(2)), 0));
    return 'ended';
  }

  /** Comes when what was told late has been heard. */
  async heard(): Promise<void> {
    await this.#late;
  }

  /**
   * Writes numbers without waiting for their reader.
   * @returns how long that took, in milliseconds
   */
  async count(to: number, take: (values: readonly number[]) => unknown): Promise<number> {
    const begun = performance.now();
    const batcher = new Batcher(take);
    for (let n = 1; n <= to; n++) {
      batcher.push(n);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const tookMs = performance.now() - begun;
    await batcher.flush();
    return tookMs;
  }
}

expose(new LinkedApi());
