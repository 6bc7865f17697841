/** A GGUF model as a list shows it: of the catalog, from the user's address, or from their disk. */
import { refused } from '../failure.ts';
import { namesReasoner } from '../chain-of-thought.ts';
import type { GgufModel } from './catalog.ts';
import type { GgufSource } from './cpu-port.ts';
import { partAddresses } from './parts.ts';

export interface CpuModel {
  readonly id: string;
  readonly label: string;
  readonly source: GgufSource;
  /** Bytes of the weights; about, where the server has not said. */
  readonly bytes: number | null;
  readonly cacheBytesPerToken: number | null;
  /** Layers, without the output layer; null before its file was read. */
  readonly layers: number | null;
  readonly longestContext: number;
  readonly reasons: boolean;
  /** Added by the user. */
  readonly own: boolean;
}

/** A model, or the fault of the address or the file, one sentence. */
export type CpuModelReading =
  { readonly ok: true; readonly model: CpuModel } | { readonly ok: false; readonly fault: string };

export function fromCatalog(model: GgufModel): CpuModel {
  return { ...model, source: { kind: 'url', url: model.url }, own: false };
}

export function fromAddress(url: string): CpuModel {
  return { ...unknown(url, nameOf(url)), source: { kind: 'url', url } };
}

/** Reads what the user has typed. Whichever part is named, all belong to the model, which is known by the first. */
export function readAddress(text: string): CpuModelReading {
  const url = partAddresses(text.trim())[0] ?? '';
  if (!/^https?:\/\/\S+$/.test(url)) return refused('This is not the http or https address of a file.');
  if (!/\.gguf(\?.*)?$/i.test(url))
    return refused('The address does not end in .gguf, as the file of such a model does.');
  return { ok: true, model: fromAddress(url) };
}

/** Takes files from the disk, all parts of one model at once. */
export function readFiles(files: readonly [File, ...File[]]): CpuModelReading {
  const other = files.find(({ name }) => !/\.gguf$/i.test(name));
  if (other !== undefined) return refused(`${other.name} is no .gguf file.`);
  const [{ name: id }] = files;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { ok: true, model: { ...unknown(id, nameOf(id)), source: { kind: 'files', files }, bytes } };
}

/** A model of which nothing but its name is known. */
function unknown(id: string, label: string): Omit<CpuModel, 'source'> {
  return {
    id,
    label,
    bytes: null,
    cacheBytesPerToken: null,
    layers: null,
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
