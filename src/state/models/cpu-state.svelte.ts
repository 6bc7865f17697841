import type { ChatModel, LoadPhase, ModelFailure } from '../../models/chat-model.ts';
import { RateMeter } from '../../models/downloads/eta.ts';
import { GGUF_MODELS, type GgufModel } from '../../models/gguf/catalog.ts';
import type { CpuPort, GgufSource, StoredGguf } from '../../models/gguf/cpu-port.ts';
import { memoryNeed, type MemoryNeed } from '../../models/gguf/memory.ts';
import { partAddresses } from '../../models/gguf/parts.ts';
import { estimateSpeed, speedInWords } from '../../models/gguf/speed.ts';
import { namesReasoner } from '../../models/reasoner-name.ts';
import type { CpuSettings } from '../../domain/settings.ts';
import type { RecordStore } from '../../storage/record-store.ts';

/** A model as the list shows it: of the catalog, from the user's address, or from their disk. */
export interface CpuModel {
  readonly id: string;
  readonly label: string;
  readonly source: GgufSource;
  /** Bytes of the weights; about, where the server has not said. */
  readonly bytes: number | null;
  readonly cacheBytesPerToken: number | null;
  readonly longestContext: number;
  readonly reasons: boolean;
  /** Added by the user. */
  readonly own: boolean;
}

export type CpuPhase =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'downloading';
      readonly doneBytes: number;
      readonly totalBytes: number | null;
      readonly etaSeconds: number | null;
    }
  | { readonly kind: 'paused'; readonly doneBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

const UNSET: CpuSettings = { addresses: [], windows: {}, speeds: {} };
const STORED_AS = 'cpu';
const USUAL_WINDOW = 8192;

/** The models for the CPU: what there are, what is stored, and how slow they are. */
export class CpuState {
  readonly #port: CpuPort;
  readonly #records: RecordStore<CpuSettings>;
  readonly #runs = new Map<string, AbortController>();
  #settings = $state.raw<CpuSettings>(UNSET);
  /** Files the user has chosen, for this visit: a page may not keep them. */
  #fromDisk = $state.raw<readonly CpuModel[]>([]);
  #phases = $state.raw<ReadonlyMap<string, CpuPhase>>(new Map());
  /** Sizes of what is stored, by address. */
  #sizes = $state.raw<ReadonlyMap<string, number | null>>(new Map());

  readonly models = $derived.by((): readonly CpuModel[] => [
    ...this.#fromDisk,
    ...GGUF_MODELS.map(fromCatalog),
    ...this.#settings.addresses.map(fromAddress),
  ]);
  /** Those that can be asked now. */
  readonly ready = $derived.by(() => this.models.filter((model) => this.phaseOf(model).kind === 'ready'));

  constructor(port: CpuPort, records: RecordStore<CpuSettings>) {
    this.#port = port;
    this.#records = records;
  }

  get threads(): number {
    return this.#port.threads;
  }

  async load(): Promise<void> {
    const stored = await this.#records.read(STORED_AS);
    if (stored !== undefined) this.#settings = { ...UNSET, ...stored };
    await this.refresh();
  }

  /** @param settled has ended just now: a failure of it is over, while those of others stay to be read */
  async refresh(settled: CpuModel | null = null): Promise<void> {
    const files = await this.#port.list();
    const phases = new Map<string, CpuPhase>();
    for (const model of this.models) {
      const { source, id } = model;
      const phase = this.phaseOf(model);
      if (this.#runs.has(id) || (phase.kind === 'failed' && id !== settled?.id)) phases.set(id, phase);
      else if (source.kind === 'url')
        phases.set(id, storedPhase(files.find(({ url }) => url === source.url)));
    }
    this.#phases = phases;
    this.#sizes = new Map(files.map(({ url, totalBytes }) => [url, totalBytes]));
  }

  find(id: string): CpuModel | null {
    return this.models.find((model) => model.id === id) ?? null;
  }

  phaseOf({ id, source }: CpuModel): CpuPhase {
    return source.kind === 'files' ? { kind: 'ready' } : (this.#phases.get(id) ?? { kind: 'absent' });
  }

  windowOf(model: CpuModel): number {
    return this.#settings.windows[model.id] ?? Math.min(USUAL_WINDOW, model.longestContext);
  }

  setWindow(model: CpuModel, contextTokens: number): void {
    this.#change({ windows: { ...this.#settings.windows, [model.id]: contextTokens } });
  }

  /** Its size: as the list says, else as it is stored; null where neither is known. */
  bytesOf({ bytes, source }: CpuModel): number | null {
    return bytes ?? (source.kind === 'url' ? (this.#sizes.get(source.url) ?? null) : null);
  }

  /** What it takes of this machine's memory; null while its size is not known. */
  memoryOf(model: CpuModel): MemoryNeed | null {
    const bytes = this.bytesOf(model);
    if (bytes === null) return null;
    return memoryNeed(bytes, model.cacheBytesPerToken, this.windowOf(model), this.#port.deviceBytes);
  }

  /** How slow it will be, in words; null while its size is not known. */
  speedOf(model: CpuModel): string | null {
    const measured = this.#settings.speeds[model.id] ?? null;
    const bytes = this.bytesOf(model);
    if (bytes === null && measured === null) return null;
    return speedInWords(estimateSpeed(bytes ?? 1, this.threads, measured), model.reasons);
  }

  /** Adds an address. @returns what is wrong with it, or null */
  addAddress(text: string): string | null {
    // Whichever part is named, all belong to the model, which is stored under the first.
    const url = partAddresses(text.trim())[0] ?? '';
    if (!/^https?:\/\/\S+$/.test(url)) return 'This is not the http or https address of a file.';
    if (!/\.gguf(\?.*)?$/i.test(url))
      return 'The address does not end in .gguf, as the file of such a model does.';
    if (this.models.some(({ source }) => source.kind === 'url' && source.url === url))
      return 'This address is in the list already.';
    this.#change({ addresses: [...this.#settings.addresses, url] });
    void this.refresh();
    return null;
  }

  /** Takes files from the disk for this visit, all parts of one model at once. @returns what is wrong, or null */
  addFiles(files: readonly File[]): string | null {
    const [first] = files;
    if (first === undefined) return null;
    const other = files.find(({ name }) => !/\.gguf$/i.test(name));
    if (other !== undefined) return `${other.name} is no .gguf file.`;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const id = first.name;
    const model: CpuModel = {
      ...unknown(id, nameOf(id)),
      source: { kind: 'files', files },
      bytes,
    };
    this.#fromDisk = [model, ...this.#fromDisk.filter((known) => known.id !== id)];
    return null;
  }

  /** Takes a model of the user's own off the list, with what is stored of it. */
  async removeOwn(model: CpuModel): Promise<void> {
    if (model.source.kind === 'files') {
      this.#fromDisk = this.#fromDisk.filter(({ id }) => id !== model.id);
      return;
    }
    const { url } = model.source;
    await this.remove(model);
    this.#change({ addresses: this.#settings.addresses.filter((address) => address !== url) });
  }

  /** Downloads what is missing; resolves when it has ended, was paused or failed. */
  async start(model: CpuModel): Promise<void> {
    if (model.source.kind !== 'url' || this.#runs.has(model.id)) return;
    const controller = new AbortController();
    this.#runs.set(model.id, controller);
    const meter = new RateMeter();
    this.#set(model, { kind: 'downloading', doneBytes: 0, totalBytes: model.bytes, etaSeconds: null });
    const end = await this.#port.download(
      model.source.url,
      ({ bytes, totalBytes }) => {
        const now = performance.now();
        meter.add(now, bytes);
        const etaSeconds = totalBytes === null ? null : meter.etaSeconds(now, totalBytes);
        if (!controller.signal.aborted)
          this.#set(model, { kind: 'downloading', doneBytes: bytes, totalBytes, etaSeconds });
      },
      controller.signal,
    );
    this.#runs.delete(model.id);
    if (typeof end === 'object') this.#set(model, { kind: 'failed', failure: end });
    else await this.refresh(model);
  }

  pause(model: CpuModel): void {
    this.#runs.get(model.id)?.abort();
  }

  async remove(model: CpuModel): Promise<void> {
    if (model.source.kind !== 'url') return;
    this.pause(model);
    const failure = await this.#port.remove(model.source.url);
    if (failure === null) await this.refresh(model);
    else this.#set(model, { kind: 'failed', failure });
  }

  /** The model for one answer; one that is not in the list gives an answer that says so. */
  async open(id: string): Promise<ChatModel> {
    const model = this.find(id);
    if (model === null) return new AbsentModel(id);
    return this.#port.open({
      id,
      label: model.label,
      source: model.source,
      contextTokens: this.windowOf(model),
      onSpeed: (tokensPerSecond) =>
        this.#change({ speeds: { ...this.#settings.speeds, [id]: tokensPerSecond } }),
    });
  }

  #set({ id }: CpuModel, phase: CpuPhase): void {
    this.#phases = new Map(this.#phases).set(id, phase);
  }

  #change(change: Partial<CpuSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    void this.#records.write(STORED_AS, this.#settings);
  }
}

/** Stands for a model that an old address names. */
class AbsentModel implements ChatModel {
  readonly id: string;

  constructor(id: string) {
    this.id = `wllama/${id}`;
  }

  async probe() {
    return {
      ok: false,
      failure: {
        layer: 'not-downloaded',
        message: `There is no model ${this.id} on this machine.`,
        remedy: 'Choose another model, or add its file in the list of models.',
      },
    } as const;
  }

  load(_onPhase: (phase: LoadPhase) => void) {
    return this.probe();
  }

  async *generate() {
    const { failure } = await this.probe();
    yield { type: 'failed', failure } as const;
  }

  dispose(): void {
    // It holds nothing.
  }
}

function storedPhase(file: StoredGguf | undefined): CpuPhase {
  if (file === undefined) return { kind: 'absent' };
  if (file.complete) return { kind: 'ready' };
  return { kind: 'paused', doneBytes: file.bytes, totalBytes: file.totalBytes };
}

function fromCatalog(model: GgufModel): CpuModel {
  return { ...model, source: { kind: 'url', url: model.url }, own: false };
}

function fromAddress(url: string): CpuModel {
  return { ...unknown(url, nameOf(url)), source: { kind: 'url', url } };
}

/** A model of which nothing but its name is known. */
function unknown(id: string, label: string): Omit<CpuModel, 'source'> {
  return {
    id,
    label,
    bytes: null,
    cacheBytesPerToken: null,
    longestContext: 32_768,
    reasons: namesReasoner(label),
    own: true,
  };
}

function nameOf(path: string): string {
  return (
    (path.split('?')[0] ?? path)
      .split('/')
      .at(-1)
      ?.replace(/\.gguf$/i, '') ?? path
  );
}
