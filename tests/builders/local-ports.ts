/** The engines of local models, scripted: their files, the GPU, and the answers of web-llm. */
import { MirrorState } from '../../src/common/models/state/mirror-state.svelte.ts';
import type { FinishReason } from '../../src/domain/completion.ts';
import type { ChatModel, GenerationEvent } from '../../src/models/chat-model.ts';
import type { CpuModel, CpuPort } from '../../src/models/gguf/cpu-model.ts';
import {
  NO_FILES,
  type DownloadEnd,
  type FilesStatus,
  type Inventory,
  type LocalModel,
  type LocalPort,
  type Opening,
} from '../../src/models/local-port.ts';
import type { GpuFacts } from '../../src/models/web-llm/gpu-facts.ts';
import type { GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import type { FolderImport, FoundLibrary, GpuPort, HeldModel } from '../../src/models/web-llm/gpu-port.ts';
import { gpuFacts } from './gpu-facts.ts';
import { failureIn } from './said.ts';
import { blockedStorage } from './web-storage.ts';

/** Files of 600 MB, of the models for which `isStored` holds or that were downloaded. */
class ScriptedFiles<Model extends LocalModel> implements LocalPort<Model> {
  isStored: (model: Model) => boolean = () => false;
  /** The end of a download. */
  fetch: (model: Model) => DownloadEnd = () => 'stored';
  readonly opened: { readonly model: Model; readonly opening: Opening }[] = [];
  readonly #downloaded = new Set<string>();

  status(model: Model): Promise<FilesStatus> {
    const stored: FilesStatus = { ...NO_FILES, kind: 'complete', doneBytes: 6e8, totalBytes: 6e8 };
    return Promise.resolve(this.isStored(model) || this.#downloaded.has(model.id) ? stored : NO_FILES);
  }
  list(): Promise<Inventory<Model>> {
    return Promise.resolve({ models: [], orphans: [], totalBytes: 0, freeBytes: null, persistent: false });
  }
  download(model: Model): Promise<DownloadEnd> {
    const end = this.fetch(model);
    if (end === 'stored') this.#downloaded.add(model.id);
    return Promise.resolve(end);
  }
  remove({ id }: Model): Promise<null> {
    this.#downloaded.delete(id);
    return Promise.resolve(null);
  }
  removeOrphan = () => Promise.resolve(null);
  whenFree = () => Promise.resolve();
  open(model: Model, opening: Opening): Promise<ChatModel> {
    this.opened.push({ model, opening });
    return Promise.resolve({} as ChatModel);
  }
}

class ScriptedCpu extends ScriptedFiles<CpuModel> implements CpuPort {
  readonly threads = 1;
  deviceBytes: number | null = null;
}

/** A GPU without half floats. */
class ScriptedGpu extends ScriptedFiles<GpuModel> implements GpuPort {
  facts: GpuFacts = gpuFacts({ features: [] }, { freeBytes: 50e9 });
  readonly forgotten: string[] = [];
  /** Resolves when the tab that uses the GPU releases it. */
  released: Promise<void> = Promise.resolve();
  /** The ends of the answers, in order; then 'stop'. For `broken`, the engine crashes. */
  ends: (FinishReason | 'broken')[] = [];
  hold: (held: HeldModel | null) => void = () => undefined;

  probe(): Promise<GpuFacts> {
    return Promise.resolve(this.facts);
  }
  override async open(model: GpuModel, opening: Opening): Promise<ChatModel> {
    await super.open(model, opening);
    return this.#chatModel(opening);
  }
  free(): void {
    this.hold(null);
  }
  forget(sessionId: string): Promise<void> {
    this.forgotten.push(sessionId);
    return Promise.resolve();
  }
  whenGpuFree(): Promise<void> {
    return this.released;
  }
  onHeld(listener: (held: HeldModel | null) => void): void {
    this.hold = listener;
  }
  findLibrary(): Promise<FoundLibrary> {
    return Promise.reject(new Error('no library'));
  }
  importFolder(): Promise<FolderImport> {
    return Promise.reject(new Error('no folder'));
  }

  /** A model that writes the size of its window, and ends as listed in `ends`. */
  #chatModel({ contextTokens, onLoad, onStart, onEnd }: Opening): ChatModel {
    const { ends } = this;
    return {
      id: 'web-llm/scripted',
      load: () => {
        onLoad?.({ ok: true, milliseconds: 7 });
        return Promise.resolve({ ok: true, contextTokens });
      },
      async *generate(): AsyncGenerator<GenerationEvent> {
        const end = ends.shift() ?? 'stop';
        onStart?.();
        yield { type: 'text', text: String(contextTokens) };
        const whole = end !== 'stopped' && end !== 'broken';
        onEnd?.({ isWhole: whole, wasStopped: end === 'stopped', tokensPerSecond: whole ? 20 : null });
        if (end === 'broken') yield { type: 'failed', failure: failureIn('gpu-lost') };
        else yield { type: 'finished', reason: end, reasoningOpen: false };
      },
      dispose: () => undefined,
    };
  }
}

/** The engines without stored files. */
export const scriptedPorts = () => ({
  gpu: new ScriptedGpu(),
  cpu: new ScriptedCpu(),
  mirror: new MirrorState(blockedStorage()),
});
