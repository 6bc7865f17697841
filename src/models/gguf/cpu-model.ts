/** A GGUF model in a list: from the catalog, from an address that the user typed, or from the user's disk. */
import { refused, type OrFault } from '../failure.ts';
import { namesReasoner } from '../chain-of-thought.ts';
import type { GgufModel } from './catalog.ts';
import type { LocalModel, LocalPort } from '../local-port.ts';
import { partAddresses } from './parts.ts';

export interface CpuModel extends LocalModel {
  readonly engine: 'cpu';
  readonly source: GgufSource;
  readonly cacheBytesPerToken: number | null;
  /** Number of layers, without the output layer; null before the file is read. */
  readonly layers: number | null;
}

/** The port of GGUF models, which llama.cpp runs on the GPU or the CPU. */
export interface CpuPort extends LocalPort<CpuModel> {
  /** Largest number of threads that a load would use: one if the page is not cross-origin isolated. */
  readonly threads: number;
  /** Memory of this machine in bytes; null if the browser does not report it. */
  readonly deviceBytes: number | null;
}

/** Source of the model's files: an address, from which they are downloaded, or the user's disk. */
export type GgufSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'files'; readonly files: readonly File[] };

/** A model, or an error message about the address or the file. */
export type CpuModelReading = OrFault<{ readonly model: CpuModel }>;

export function fromCatalog({ url, bytes, ...model }: GgufModel): CpuModel {
  return { ...model, engine: 'cpu', source: { kind: 'url', url }, weightBytes: bytes, isOwn: false };
}

export function fromAddress(url: string): CpuModel {
  return { ...unknownModel(url, nameOf(url)), source: { kind: 'url', url } };
}

/**
 * Reads an address that the user typed. It may be the address of any part; the model is identified by its
 * first part.
 */
export function readAddress(text: string): CpuModelReading {
  const url = partAddresses(text.trim())[0] ?? '';
  if (!/^https?:\/\/\S+$/.test(url)) return refused('This is not the http or https address of a file.');
  if (!/\.gguf(\?.*)?$/i.test(url))
    return refused('The address does not end in .gguf, as the file of such a model does.');
  return { ok: true, model: fromAddress(url) };
}

/** Reads files from the disk, all parts of one model. */
export function readFiles(files: readonly [File, ...File[]]): CpuModelReading {
  const otherFile = files.find(({ name }) => !/\.gguf$/i.test(name));
  if (otherFile !== undefined) return refused(`${otherFile.name} is no .gguf file.`);
  const [{ name: id }] = files;
  const weightBytes = files.reduce((sum, { size }) => sum + size, 0);
  return {
    ok: true,
    model: { ...unknownModel(id, nameOf(id)), source: { kind: 'files', files }, weightBytes },
  };
}

/** Returns a model of which only the name is known. */
function unknownModel(id: string, label: string): Omit<CpuModel, 'source'> {
  return {
    engine: 'cpu',
    id,
    label,
    weightBytes: null,
    cacheBytesPerToken: null,
    layers: null,
    longestContext: 32_768,
    reasons: namesReasoner(label),
    isOwn: true,
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
