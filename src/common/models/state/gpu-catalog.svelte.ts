import type { GpuSettings } from '../../../domain/settings.ts';
import type { FilesProgress } from '../../../models/local-port.ts';
import { catalogModel, HALF_FLOAT_MODELS, SINGLE_FLOAT_MODELS } from '../../../models/web-llm/catalog.ts';
import {
  readModels,
  writeModels,
  type ModelForm,
  type ModelReading,
} from '../../../models/web-llm/custom-model.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { FolderFile, FolderImport, ModelImports } from '../../../models/web-llm/gpu-port.ts';
import type { RecordStore } from '../../../storage/record-store.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';

const UNSET: GpuSettings = { windows: {}, gpuMemoryMb: null, growWindow: true, custom: '' };
const STORED_AS = 'settings';

export class GpuSettingsState {
  readonly #records: RecordStore<GpuSettings>;
  current = $state.raw<GpuSettings>(UNSET);

  constructor(records: RecordStore<GpuSettings>) {
    this.#records = records;
  }

  async load(): Promise<void> {
    const storedSettings = await this.#records.read(STORED_AS);
    if (storedSettings !== undefined) this.current = { ...UNSET, ...storedSettings };
  }

  setWindow(model: GpuModel, contextTokens: number): void {
    this.change({ windows: { ...this.current.windows, [model.id]: contextTokens } });
  }

  change(change: Partial<GpuSettings>): void {
    this.current = { ...this.current, ...change };
    void this.#records.write(STORED_AS, this.current);
  }
}

/** All models for the GPU: the catalog's and the user's own. */
export class GpuCatalogState {
  readonly #settings: GpuSettingsState;
  /** The user's own models. */
  ownModels = $state.raw<readonly GpuModel[]>([]);

  readonly models = $derived.by((): readonly GpuModel[] => [...HALF_FLOAT_MODELS, ...this.ownModels]);
  /** All models, including the single-precision twins. */
  readonly allModels = $derived.by((): readonly GpuModel[] => [
    ...HALF_FLOAT_MODELS,
    ...SINGLE_FLOAT_MODELS,
    ...this.ownModels,
  ]);

  constructor(settings: GpuSettingsState) {
    this.#settings = settings;
  }

  /** Reads the user's own models from the settings, which must be loaded. */
  load(): void {
    const modelReading = readModels(this.#settings.current.custom);
    if (modelReading.ok) this.ownModels = modelReading.models;
  }

  /** Returns a model of the catalog, including twins, or one of the user's own; null for an unknown id. */
  find(id: string): GpuModel | null {
    return catalogModel(id) ?? this.ownModels.find((model) => model.id === id) ?? null;
  }

  /**
   * Adds the models of a form or of JSON.
   * @returns an error message, or null if the models were added
   */
  addReading(modelReading: ModelReading): string | null {
    return modelReading.ok ? this.add(modelReading.models) : modelReading.fault;
  }

  /**
   * Adds models. A model with the id of one of the user's own replaces it.
   * @returns an error message, or null if the models were added
   */
  add(models: readonly GpuModel[]): string | null {
    const duplicateModel = models.find(({ id }) => catalogModel(id) !== null);
    if (duplicateModel !== undefined)
      return `${duplicateModel.id} is in the list already: give yours another name.`;
    const names = new Set(models.map(({ id }) => id));
    this.#set([...this.ownModels.filter(({ id }) => !names.has(id)), ...models]);
    return null;
  }

  remove(id: string): void {
    this.#set(this.ownModels.filter((model) => model.id !== id));
  }

  #set(models: readonly GpuModel[]): void {
    this.ownModels = models;
    this.#settings.change({ custom: writeModels(models) });
  }
}

/** Imports GPU models from a folder on a disk to this device, one import at a time. */
export class GpuImportState {
  readonly #files: ModelImports;
  readonly #downloads: DownloadsState;
  readonly #catalog: GpuCatalogState;
  #controller: AbortController | null = null;
  /** Null while no import is running. */
  progress = $state.raw<FilesProgress | null>(null);
  /** The result of the last import; null before the first one, and while one is running. */
  last = $state.raw<FolderImport | null>(null);

  /** @param catalog receives the models of an import that are new */
  constructor(files: ModelImports, downloads: DownloadsState, catalog: GpuCatalogState) {
    this.#files = files;
    this.#downloads = downloads;
    this.#catalog = catalog;
  }

  /** Imports the models in a folder; does nothing while another import is running. */
  async run(files: readonly FolderFile[]): Promise<void> {
    if (this.#controller !== null) return;
    const controller = (this.#controller = new AbortController());
    this.last = null;
    this.progress = { doneBytes: 0, totalBytes: 0, fileName: '', doneFiles: 0, totalFiles: 0 };
    const knownModels = this.#catalog.allModels;
    const end = await this.#files.importFolder(
      files,
      knownModels,
      (progress) => (this.progress = progress),
      controller.signal,
    );
    this.#controller = null;
    this.progress = null;
    const newModels = end.models.filter((model) => !knownModels.some(({ id }) => id === model.id));
    if (newModels.length > 0) this.#catalog.add(newModels);
    this.last = end;
    await Promise.all(end.models.map((model) => this.#downloads.refresh(model)));
    await this.#downloads.refreshInventory('gpu');
  }

  /**
   * Completes a form that has no library, from the configuration at the address of the weights.
   * @returns the form, or a message that explains why there is no library
   */
  async completeForm(form: ModelForm): Promise<ModelForm | string> {
    const modelUrl = form.modelUrl.trim();
    const id =
      form.id.trim() ||
      (modelUrl
        .replace(/\/+(resolve\/.*)?$/, '')
        .split('/')
        .at(-1) ??
        '');
    if (form.libraryUrl.trim() !== '' || modelUrl === '') return { ...form, id };
    const match = await this.#files.findLibrary(modelUrl);
    if (!match.ok) return match.fault;
    const { url, hasHalfFloats, contextTokens } = match;
    return {
      ...form,
      id,
      libraryUrl: url,
      contextTokens: form.contextTokens.trim() || String(contextTokens ?? ''),
      features: form.features.trim() || (hasHalfFloats ? 'shader-f16' : ''),
    };
  }

  cancel(): void {
    this.#controller?.abort();
  }
}
