import type { OwnPrompt, PromptPreset } from '../../../domain/prompt.ts';
import { DEEPCODER_PROMPT } from '../../../models/prompts/deepcoder.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/** Before the name of an own prompt, so that it never takes a published one's place. */
const OWN = 'own:';

/** The prompts there are: published ones, and the user's own. */
export class PromptsState {
  readonly #table: RecordStore<OwnPrompt>;
  #published = $state.raw<readonly PromptPreset[]>([DEEPCODER_PROMPT]);
  #own = $state.raw<readonly OwnPrompt[]>([]);
  #loaded = $state(false);
  #loading: Promise<void> | null = null;
  /** The prompt that was being written when the dialog was closed. */
  draft: OwnPrompt | null = null;

  constructor(table: RecordStore<OwnPrompt>) {
    this.#table = table;
  }

  get published(): readonly PromptPreset[] {
    return this.#published;
  }

  get own(): readonly PromptPreset[] {
    return this.#own.map(presetOf);
  }

  /** Whether every prompt is known; before, an unknown name may still turn out to be one. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Reads the user's own prompts, and fetches the published ones that the first screen does without. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /** Null where no prompt of this device has the name. @param name null for the default */
  find(name: string | null): PromptPreset | null {
    if (name === null) return DEEPCODER_PROMPT;
    return [...this.#published, ...this.own].find((prompt) => prompt.name === name) ?? null;
  }

  /** The templates of an own prompt, by the user's name for it. */
  findOwn(name: string): OwnPrompt | null {
    return this.#own.find((prompt) => prompt.name === name) ?? null;
  }

  /** Keeps a prompt, in place of one of the same name. Gives the preset's name. */
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
      // Without the network, only the default is there; the next question tries again.
      import('../../../models/prompts/published.ts').catch(() => null),
    ]);
    const saved = new Set(this.#own.map(({ name }) => name));
    this.#own = sorted([...this.#own, ...[...stored.values()].filter(({ name }) => !saved.has(name))]);
    if (published === null) this.#loading = null;
    else this.#published = [DEEPCODER_PROMPT, ...published.PUBLISHED_PROMPTS];
    this.#loaded = true;
  }
}

/** The user's own name for a prompt; null for a published one. */
export function ownNameOf(preset: Pick<PromptPreset, 'name'>): string | null {
  return preset.name.startsWith(OWN) ? preset.name.slice(OWN.length) : null;
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
