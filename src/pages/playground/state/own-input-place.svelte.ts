import { lazily } from '../../../base/lazily.ts';
import type { OwnRunPort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OwnInputState } from './own-input-state.svelte.ts';

/** Runs a program on the user's own input. Its code loads when the user enters an input. */
export class OwnInputPlace {
  #state = $state.raw<OwnInputState | null>(null);
  #open: Parameters<OwnInputState['open']> | null = null;
  /** Rejects where the code does not come. */
  readonly load: () => Promise<OwnInputState>;

  constructor(judge: OwnRunPort, drafts: Tables['drafts']) {
    this.load = lazily(async () => {
      const { OwnInputState } = await import('./own-input-state.svelte.ts');
      const own = (this.#state = new OwnInputState(judge, drafts));
      if (this.#open !== null) own.open(...this.#open);
      return own;
    });
  }

  get running(): boolean {
    return this.#state?.running ?? false;
  }

  /** Has it take the focus, once it is there. Where its code does not come, the place for it says so. */
  call(): Promise<void> {
    return this.load().then(
      (own) => own.call(),
      () => undefined,
    );
  }

  async run(code: string, profile: Profile): Promise<void> {
    await (await this.#arrived())?.run(code, profile);
  }

  /** Makes the input of a public test the user's own; false when it is too long for the field. */
  async take(test: number): Promise<boolean> {
    return (await this.#arrived())?.take(test) ?? true;
  }

  open(...open: Parameters<OwnInputState['open']>): void {
    this.#open = open;
    this.#state?.open(...open);
  }

  close(): void {
    this.#open = null;
    this.#state?.close();
  }

  stop(): void {
    this.#state?.stop();
  }

  #arrived(): Promise<OwnInputState | null> {
    return this.load().catch(() => null);
  }
}
