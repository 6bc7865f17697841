import type { ModelForm } from '../../../models/web-llm/custom-model.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { FilesProgress } from '../../../models/local-port.ts';
import type { FolderFile, FolderImport, ModelImports } from '../../../models/web-llm/model-files.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';

export interface GpuImportParts {
  readonly files: ModelImports;
  /** Refreshed after an import. */
  readonly downloads: DownloadsState<GpuModel>;
  /** Returns all models, including the user's own and twins. */
  readonly models: () => readonly GpuModel[];
  /** Adds models that were found by an import and not known before. */
  readonly adopt: (models: readonly GpuModel[]) => void;
}

/** Imports GPU models from a folder on a disk to this device, one import at a time. */
export class GpuImportState {
  readonly #parts: GpuImportParts;
  #controller: AbortController | null = null;
  #progress = $state.raw<FilesProgress | null>(null);
  #last = $state.raw<FolderImport | null>(null);

  constructor(parts: GpuImportParts) {
    this.#parts = parts;
  }

  /** Null while no import runs. */
  get progress(): FilesProgress | null {
    return this.#progress;
  }

  /** The result of the last import; null before the first, and while one runs. */
  get last(): FolderImport | null {
    return this.#last;
  }

  /** Imports the models in a folder; does nothing while another import runs. */
  async run(files: readonly FolderFile[]): Promise<void> {
    if (this.#controller !== null) return;
    const controller = (this.#controller = new AbortController());
    const { downloads, models, adopt } = this.#parts;
    this.#last = null;
    this.#progress = { doneBytes: 0, totalBytes: 0, fileName: '', doneFiles: 0, totalFiles: 0 };
    const known = models();
    const end = await this.#parts.files.importFolder(
      files,
      known,
      (progress) => (this.#progress = progress),
      controller.signal,
    );
    this.#controller = null;
    this.#progress = null;
    const fresh = end.models.filter((model) => !known.some(({ id }) => id === model.id));
    if (fresh.length > 0) adopt(fresh);
    this.#last = end;
    await Promise.all(end.models.map((model) => downloads.refresh(model)));
    await downloads.refreshInventory();
  }

  /**
   * Completes a form that has no library, from the configuration at the address of the weights.
   * @returns the form, or a sentence on why there is no library
   */
  async completed(form: ModelForm): Promise<ModelForm | string> {
    const modelUrl = form.modelUrl.trim();
    const id =
      form.id.trim() ||
      (modelUrl
        .replace(/\/+(resolve\/.*)?$/, '')
        .split('/')
        .at(-1) ??
        '');
    if (form.libraryUrl.trim() !== '' || modelUrl === '') return { ...form, id };
    const found = await this.#parts.files.findLibrary(modelUrl);
    if (!found.ok) return found.fault;
    const { url, half, contextTokens } = found;
    return {
      ...form,
      id,
      libraryUrl: url,
      contextTokens: form.contextTokens.trim() || String(contextTokens ?? ''),
      features: form.features.trim() || (half ? 'shader-f16' : ''),
    };
  }

  cancel(): void {
    this.#controller?.abort();
  }
}
