/**
 * Shares the cores of the machine between programs and a model on the CPU. If they need more cores than there are, the
 * model waits before its next step, because only programs have time limits. A step that has begun is not stopped.
 */
import { nextTask } from './pause.ts';

export class CoreShare {
  readonly #cores: number;
  #programs = 0;
  /** Threads of the steps that have begun and not ended. */
  #stepThreads = 0;
  #waitingSteps: (() => void)[] = [];
  #isCrowded = false;
  readonly #onCrowd: (isCrowded: boolean) => void;

  /**
   * @param cores number of cores of the machine, ≥ 1
   * @param onCrowd called when a step begins or ceases to take cores from programs
   */
  constructor(cores: number, onCrowd: (isCrowded: boolean) => void = () => undefined) {
    this.#cores = cores;
    this.#onCrowd = onCrowd;
  }

  /** @param programs the current number of programs */
  countPrograms(programs: number): void {
    this.#programs = programs;
    this.#update();
    for (const resume of this.#waitingSteps.splice(0)) resume();
  }

  /** Waits until the running programs leave enough cores. Returns the function that ends the step. */
  async beginStep(threads: number): Promise<() => void> {
    while (this.#programs > 0 && this.#lacksCoresFor(threads)) {
      await new Promise<void>((resolve) => this.#waitingSteps.push(resolve));
      // A program whose time-out is checked runs again at once, and must not meet a step.
      await nextTask();
    }
    this.#stepThreads += threads;
    this.#update();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#stepThreads -= threads;
      this.#update();
    };
  }

  #lacksCoresFor(threads: number): boolean {
    return threads > 0 && this.#programs + threads > this.#cores;
  }

  #update(): void {
    const isCrowded = this.#programs > 0 && this.#lacksCoresFor(this.#stepThreads);
    if (isCrowded === this.#isCrowded) return;
    this.#isCrowded = isCrowded;
    this.#onCrowd(isCrowded);
  }
}
