import type { ModelForm } from '../../../models/web-llm/custom-model.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { FilesProgress } from '../../../models/local-port.ts';
import type { FolderFile, FolderImport, ModelImports } from '../../../models/web-llm/model-files.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';

export interface GpuImportParts {
  readonly files: ModelImports;
  /** Looks at what an import has brought. */
  readonly downloads: DownloadsState<GpuModel>;
  /** Every model there is, the user's own and twins included. */
  readonly models: () => readonly GpuModel[];
  /** Takes models that an import has added and that were not known. */
  readonly adopt: (models: readonly GpuModel[]) => void;
}

/** Brings GPU models from a folder of a disk onto this device; one import at a time. */
export class GpuImportState {
  readonly #parts: GpuImportParts;
  #controller: AbortController | null = null;
  #progress = $state.raw<FilesProgress | null>(null);
  #last = $state.raw<FolderImport | null>(null);

  constructor(parts: GpuImportParts) {
    this.#parts = parts;
  }

  /** Null while nothing is imported. */
  get progress(): FilesProgress | null {
    return this.#progress;
  }

  /** How the last import ended; null before it, and while one runs. */
  get last(): FolderImport | null {
    return this.#last;
  }

  /** Takes the models in a folder; does nothing while another import runs. */
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
   * Completes a form without a library: by the configuration at the address of its weights.
   * @returns the form, or why there is no library, one sentence
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
