import { modelFailure } from '../../failure.ts';
import { fileProblem, type FileProblem } from '../../file-problem.ts';
import type { Artifact } from '../artifacts.ts';
import { impostor, parseChatConfig, parseTensorManifest } from '../manifest.ts';
import type { GpuCache } from './gpu-cache.ts';
import { explainContent, hostOf } from '../../downloads/hosts/file-failures.ts';
import { isIntegral } from '../../downloads/hosts/integrity.ts';
import { transfer, Trouble, type IncomingFile, type Transfer } from '../../downloads/hosts/transfer.ts';

/** A download takes hours at worst, so it outlasts half a minute without network. */
const MOST_RETRIES = 5;
/** A file of the wrong size costs its whole transfer each time. */
const MOST_SIZE_RETRIES = 2;
/** The number of bytes of a file's start that are examined. */
const START_BYTES = 256;

export interface FetchJob extends Omit<Transfer, 'sink' | 'retries'> {
  readonly cache: GpuCache;
  readonly artifact: Artifact;
}

/** Fetches a file, checks it and stores it. */
export function fetchArtifact(job: FetchJob, signal: AbortSignal): ReturnType<typeof transfer> {
  const { bytes } = job.artifact;
  // Cache Storage takes whole files alone, so nothing of a broken one stays.
  const sink = {
    kept: () => Promise.resolve({ bytes: 0, totalBytes: null }),
    discard: () => Promise.resolve(),
    store: ({ headers, pieces }: IncomingFile) => {
      if ((headers.get('content-type') ?? '').includes('text/html'))
        throw notIt(job, fileProblem('isWebPage'));
      return bytes === null ? storeChecked(job, pieces) : storeShard(job, pieces, bytes);
    },
  };
  return transfer({ ...job, sink, retries: MOST_RETRIES }, signal);
}

/** A shard goes to the storage as it comes, and counts only if its size is right at the end. */
async function storeShard(job: FetchJob, pieces: IncomingFile['pieces'], expected: number): Promise<void> {
  const right = rightOnly(job, pieces, expected);
  let trouble: unknown = null;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { value } = await right.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        trouble = error;
        controller.error(error);
      }
    },
  });
  await job.cache.put(job.artifact, body, expected).catch((error: unknown) => {
    throw trouble ?? error;
  });
}

/** Passes on the pieces of a shard, and throws where it turns out to be something else. */
async function* rightOnly(
  job: FetchJob,
  pieces: IncomingFile['pieces'],
  expected: number,
): IncomingFile['pieces'] {
  let start = '';
  let bytes = 0;
  const wrongSize = () => {
    const failure = modelFailure('download', 'fileHasWrongSize', hostOf(job), job.name, bytes, expected);
    return new Trouble(failure, MOST_SIZE_RETRIES);
  };
  for await (const piece of pieces) {
    if (start.length < START_BYTES) {
      start += new TextDecoder('latin1').decode(piece.subarray(0, START_BYTES));
      const other = impostor(start);
      if (other !== null) throw notIt(job, other);
    }
    bytes += piece.byteLength;
    if (bytes > expected) throw wrongSize();
    yield piece;
  }
  if (bytes < expected) throw wrongSize();
}

/** The other files are small: they are looked at before they are stored. */
async function storeChecked(job: FetchJob, pieces: IncomingFile['pieces']): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) parts.push(piece);
  const bytes = await new Blob(parts).arrayBuffer();
  const problem = await problemOf(job.artifact, bytes);
  if (problem !== null) throw notIt(job, problem);
  await job.cache.put(job.artifact, bytes, bytes.byteLength);
}

function notIt(job: FetchJob, problem: FileProblem): Trouble {
  return new Trouble(explainContent(job, problem), 0);
}

/** The fault of a small file; null for none. */
export async function problemOf(
  { kind, integrity }: Pick<Artifact, 'kind' | 'integrity'>,
  bytes: ArrayBuffer,
): Promise<FileProblem | null> {
  const shape = shapeProblem(kind, bytes);
  if (shape !== null) return shape;
  if (integrity !== null && !(await isIntegral(bytes, integrity))) return fileProblem('hasAnotherHash');
  return null;
}

function shapeProblem(kind: Artifact['kind'], bytes: ArrayBuffer): FileProblem | null {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, START_BYTES));
  const other = impostor(start);
  if (other !== null) return other;
  if (kind === 'library') return start.startsWith('\0asm') ? null : fileProblem('isNoWasm');
  if (kind === 'tokenizer') return bytes.byteLength === 0 ? fileProblem('isEmpty') : cutOff(start, bytes);
  if (kind === 'shard') return null;
  const parsed = (kind === 'config' ? parseChatConfig : parseTensorManifest)(new TextDecoder().decode(bytes));
  return parsed.ok ? null : parsed.problem;
}

/** Ten megabytes of JSON are not parsed for this: one that is cut off lacks its last brace. */
function cutOff(start: string, bytes: ArrayBuffer): FileProblem | null {
  if (!start.trimStart().startsWith('{')) return null;
  const end = new TextDecoder('latin1').decode(bytes.slice(-START_BYTES));
  return end.trimEnd().endsWith('}') ? null : fileProblem('isCutOff');
}
