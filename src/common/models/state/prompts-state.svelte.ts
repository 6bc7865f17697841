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
  publishedPrompts = $state.raw<readonly PromptPreset[]>([DEEPCODER_PROMPT]);
  #ownPrompts = $state.raw<readonly OwnPrompt[]>([]);
  /** Whether all prompts are loaded. Before that, an unknown name may be valid. */
  isLoaded = $state(false);
  #loading: Promise<void> | null = null;
  /** The unsaved prompt of a closed dialog. */
  draft: OwnPrompt | null = null;

  constructor(table: RecordStore<OwnPrompt>) {
    this.#table = table;
  }

  get ownPresets(): readonly PromptPreset[] {
    return this.#ownPrompts.map(presetOf);
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
    return [...this.publishedPrompts, ...this.ownPresets].find((prompt) => prompt.name === name) ?? null;
  }

  /** Returns the templates of one of the user's prompts, by the name that the user gave it. */
  findOwn(name: string): OwnPrompt | null {
    return this.#ownPrompts.find((prompt) => prompt.name === name) ?? null;
  }

  /** Stores a prompt, replacing one with the same name. Returns the preset's name. */
  save(prompt: OwnPrompt): string {
    const otherPrompts = this.#ownPrompts.filter(({ name }) => name !== prompt.name);
    this.#ownPrompts = sortedPrompts([...otherPrompts, prompt]);
    void this.#table.write(prompt.name, prompt);
    return presetOf(prompt).name;
  }

  remove(name: string): void {
    this.#ownPrompts = this.#ownPrompts.filter((prompt) => prompt.name !== name);
    void this.#table.delete([name]);
  }

  async #load(): Promise<void> {
    const [storedPrompts, publishedModule] = await Promise.all([
      this.#table.readAll(),
      // Without the network, only the default is available. The next call tries again.
      import('../../../models/prompts/published.ts').catch(() => null),
    ]);
    const savedNames = new Set(this.#ownPrompts.map(({ name }) => name));
    this.#ownPrompts = sortedPrompts([
      ...this.#ownPrompts,
      ...[...storedPrompts.values()].filter(({ name }) => !savedNames.has(name)),
    ]);
    if (publishedModule === null) this.#loading = null;
    else this.publishedPrompts = [DEEPCODER_PROMPT, ...publishedModule.PUBLISHED_PROMPTS];
    this.isLoaded = true;
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

function sortedPrompts(prompts: readonly OwnPrompt[]): readonly OwnPrompt[] {
  return [...prompts].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
