import { catalogModel, HALF_FLOAT_MODELS } from '../../../models/web-llm/catalog.ts';
import { readForm, readModels, writeModels, type ModelForm } from '../../../models/web-llm/custom-model.ts';
import { modelListText } from '../../../models/words/texts.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import { nameTaken } from '../words/state.ts';
import type { GpuSettingsState } from './gpu-settings-state.svelte.ts';

/** The models for the GPU that there are: ours, and the user's own. */
export class GpuCatalogState {
  readonly #settings: GpuSettingsState;
  #own = $state.raw<readonly GpuModel[]>([]);

  readonly models = $derived.by((): readonly GpuModel[] => [...HALF_FLOAT_MODELS, ...this.#own]);

  constructor(settings: GpuSettingsState) {
    this.#settings = settings;
  }

  /** The user's own. */
  get own(): readonly GpuModel[] {
    return this.#own;
  }

  /** Takes the user's own from the settings, which have been read. */
  load(): void {
    const reading = readModels(this.#settings.current.custom);
    if (reading.ok) this.#own = reading.models;
  }

  /** A model of the catalog, a twin among them, or one of the user's; null for an unknown name. */
  find(id: string): GpuModel | null {
    return catalogModel(id) ?? this.#own.find((model) => model.id === id) ?? null;
  }

  /** Adds what the form says. @returns what is wrong, or null */
  addForm(form: ModelForm): string | null {
    const reading = readForm(form);
    return reading.ok ? this.add(reading.models) : modelListText(reading.fault);
  }

  /** Adds models from JSON. @returns what is wrong, or null */
  addJson(text: string): string | null {
    const reading = readModels(text);
    return reading.ok ? this.add(reading.models) : modelListText(reading.fault);
  }

  /** Adds models; one with a known name of the user's replaces it. @returns what is wrong, or null */
  add(models: readonly GpuModel[]): string | null {
    const taken = models.find(({ id }) => catalogModel(id) !== null);
    if (taken !== undefined) return nameTaken(taken.id);
    const names = new Set(models.map(({ id }) => id));
    this.#set([...this.#own.filter(({ id }) => !names.has(id)), ...models]);
    return null;
  }

  remove(id: string): void {
    this.#set(this.#own.filter((model) => model.id !== id));
  }

  #set(models: readonly GpuModel[]): void {
    this.#own = models;
    this.#settings.change({ custom: writeModels(models) });
  }
}
