import { lazily } from '../../../base/lazily.ts';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../../domain/completion.ts';
import type { Tables } from '../../../storage/tables.ts';
import { ENDPOINT_RECORD } from './endpoint-state.svelte.ts';

const STORED_AS = 'chosen';

/** The sampling parameters, which apply to all models. */
export class SamplingState {
  /**
   * Reads the stored parameters, once. A form is shown only afterwards, so that nothing the user types is
   * lost.
   */
  readonly load = lazily(() => this.#load());
  readonly #tables: Tables;
  current = $state.raw<SamplingParameters>(DEEPCODER_SAMPLING);
  /** Whether requests ask for the probability of each token. */
  logprobs = $state(false);

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** Earlier versions stored the parameters in the record of the endpoint. */
  async #load(): Promise<void> {
    const storedParameters = await this.#tables.sampling.read(STORED_AS);
    if (storedParameters !== undefined) {
      const { logprobs = false, ...parameters } = storedParameters;
      this.current = { ...DEEPCODER_SAMPLING, ...parameters };
      this.logprobs = logprobs;
      return;
    }
    const olderRecord = await this.#tables.settings.read(ENDPOINT_RECORD);
    if (olderRecord === undefined) return;
    const { temperature, topP, maxTokens, seed } = { ...DEEPCODER_SAMPLING, ...olderRecord };
    this.current = { temperature, topP, maxTokens, seed };
  }

  change(change: Partial<SamplingParameters>): void {
    this.current = { ...this.current, ...change };
    this.#write();
  }

  setLogprobs(logprobs: boolean): void {
    this.logprobs = logprobs;
    this.#write();
  }

  #write(): void {
    void this.#tables.sampling.write(STORED_AS, { ...this.current, logprobs: this.logprobs });
  }
}
