import type { Judgement } from '../../../domain/judgement.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { PromptPreset } from '../../../domain/prompt.ts';
import type { SamplingParameters } from '../../../domain/completion.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import type { Question } from '../../../models/prompts/prompt-messages.ts';
import { DEEPCODER_PROMPT } from '../../../models/prompts/deepcoder.ts';
import type { PromptsState } from '../../../common/models/state/prompts-state.svelte.ts';
import type { SamplingState } from '../../../common/models/state/sampling-state.svelte.ts';
import type { PlaygroundView } from './playground-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';

/** The settings of one column. */
export type OwnTerms = { readonly prompt?: string } & Partial<SamplingParameters>;

/** The rules, the prompt and the sampling for the next question, in the playground and in its comparison. */
export class TermsState {
  readonly #view: PageView<PlaygroundView>;
  readonly #prompts: PromptsState;
  readonly #sampling: SamplingState;

  /** The rules by which submissions are judged. */
  readonly profile = $derived.by(() => findProfile(this.#view.current.rules) ?? STANDARD);
  /** The prompt for models; the default if the prompt in the address does not exist on this device. */
  readonly preset = $derived.by(() => this.#prompts.find(this.#view.current.prompt) ?? DEEPCODER_PROMPT);
  /** The prompt name in the address if that prompt does not exist on this device; otherwise null. */
  readonly unknownPrompt = $derived.by(() => {
    const { prompt } = this.#view.current;
    return this.#prompts.isLoaded && this.#prompts.find(prompt) === null ? prompt : null;
  });

  constructor(view: PageView<PlaygroundView>, prompts: PromptsState, sampling: SamplingState) {
    this.#view = view;
    this.#prompts = prompts;
    this.#sampling = sampling;
  }

  /** The column's own prompt, or the common one if that prompt does not exist on this device. */
  presetOf({ prompt }: OwnTerms): PromptPreset {
    return (prompt === undefined ? null : this.#prompts.find(prompt)) ?? this.preset;
  }

  samplingOf({ temperature, topP, seed, maxTokens }: OwnTerms): SamplingParameters {
    const sharedSampling = this.#sampling.current;
    return {
      temperature: temperature ?? sharedSampling.temperature,
      topP: topP ?? sharedSampling.topP,
      seed: seed === undefined ? sharedSampling.seed : seed,
      maxTokens: maxTokens === undefined ? sharedSampling.maxTokens : maxTokens,
    };
  }

  /** Creates the question about a problem. Rejects if the code for it cannot be fetched. */
  async question(problem: Problem, ownTerms: OwnTerms = {}): Promise<Question> {
    const [preset, sampling, { logprobs }] = [
      this.presetOf(ownTerms),
      this.samplingOf(ownTerms),
      this.#sampling,
    ];
    const { questionOf } = await import('../../../models/prompts/prompt-messages.ts');
    return questionOf(problem, preset, sampling, logprobs);
  }

  /**
   * Resolves when the settings of a question to this model are loaded. The prompt in the address may still be loading.
   */
  async whenReady({ type }: ModelChoice): Promise<void> {
    if (type !== 'recorded') await this.#prompts.load();
  }

  /** Whether a verdict is by rules other than the chosen ones. */
  isOutdated(judgement: Judgement | null): boolean {
    return judgement !== null && judgement.report.profile !== this.profile.name;
  }
}
