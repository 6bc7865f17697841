import type { OwnPrompt, PromptPreset } from '../../../domain/prompt.ts';
import { DEEPCODER_PROMPT } from '../../../models/prompts/deepcoder.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/**
 * Prefix of the names of the user's prompts. It prevents them from being equal to the name of a published
 * prompt.
 */
const OWN = 'own:';

/** All prompts: the published ones and the user's own. */
export class PromptsState {
  readonly #table: RecordStore<OwnPrompt>;
  published = $state.raw<readonly PromptPreset[]>([DEEPCODER_PROMPT]);
  #own = $state.raw<readonly OwnPrompt[]>([]);
  /** Whether all prompts are loaded. Before that, an unknown name may be valid. */
  loaded = $state(false);
  #loading: Promise<void> | null = null;
  /** The unsaved prompt of a closed dialog. */
  draft: OwnPrompt | null = null;

  constructor(table: RecordStore<OwnPrompt>) {
    this.#table = table;
  }

  get own(): readonly PromptPreset[] {
    return this.#own.map(presetOf);
  }

  /** Reads the user's prompts, and loads the published ones, which the first screen does not need. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /**
   * Returns a prompt, or null if this device has none with the name.
   * @param name null for the default
   */
  find(name: string | null): PromptPreset | null {
    if (name === null) return DEEPCODER_PROMPT;
    return [...this.published, ...this.own].find((prompt) => prompt.name === name) ?? null;
  }

  /** Returns the templates of one of the user's prompts, by the name that the user gave it. */
  findOwn(name: string): OwnPrompt | null {
    return this.#own.find((prompt) => prompt.name === name) ?? null;
  }

  /** Stores a prompt, replacing one with the same name. Returns the preset's name. */
  save(prompt: OwnPrompt): string {
    const others = this.#own.filter(({ name }) => name !== prompt.name);
    this.#own = sorted([...others, prompt]);
    void this.#table.write(prompt.name, prompt);
    return presetOf(prompt).name;
  }

  remove(name: string): void {
    this.#own = this.#own.filter((prompt) => prompt.name !== name);
    void this.#table.delete([name]);
  }

  async #load(): Promise<void> {
    const [stored, published] = await Promise.all([
      this.#table.readAll(),
      // Without the network, only the default is available. The next call tries again.
      import('../../../models/prompts/published.ts').catch(() => null),
    ]);
    const saved = new Set(this.#own.map(({ name }) => name));
    this.#own = sorted([...this.#own, ...[...stored.values()].filter(({ name }) => !saved.has(name))]);
    if (published === null) this.#loading = null;
    else this.published = [DEEPCODER_PROMPT, ...published.PUBLISHED_PROMPTS];
    this.loaded = true;
  }
}

/** Returns the name that the user gave a prompt; null for a published one. */
export function ownNameOf(name: string): string | null {
  return name.startsWith(OWN) ? name.slice(OWN.length) : null;
}

function presetOf({ name, messages, format }: OwnPrompt): PromptPreset {
  return {
    name: `${OWN}${name}`,
    label: name,
    about: 'A prompt of your own.',
    source: 'kept on this device',
    messages,
    format,
  };
}

function sorted(prompts: readonly OwnPrompt[]): readonly OwnPrompt[] {
  return [...prompts].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
