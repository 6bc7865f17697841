import { byteText } from '../../../base/number-words.ts';
import type { FileProblem } from '../../failure.ts';
import type { ModelFailure } from '../../chat-model.ts';
import type { Artifact } from '../artifacts.ts';
import { otherContentProblem, parseChatConfig, parseTensorManifest } from '../manifest.ts';
import type { GpuCache } from './gpu-cache.ts';
import { explainContent, hostOf } from '../../downloads/hosts/file-failures.ts';
import { transfer, Trouble, type IncomingFile, type Transfer } from '../../downloads/hosts/transfer.ts';

/**
 * Maximum number of retries of a download. A download can take hours, so it must survive half a minute
 * without network.
 */
const MOST_RETRIES = 5;
/** Maximum number of retries for a file of the wrong size. Each retry transfers the whole file. */
const MOST_SIZE_RETRIES = 2;
/** Number of bytes at the start of a file that are checked. */
const START_BYTES = 256;

export interface FetchJob extends Omit<Transfer, 'sink' | 'retries'> {
  readonly cache: GpuCache;
  readonly artifact: Artifact;
}

/** Fetches a file, checks it and stores it. */
export function fetchArtifact(job: FetchJob, signal: AbortSignal): ReturnType<typeof transfer> {
  const { bytes } = job.artifact;
  // Cache Storage takes only whole files, so no part of a broken download is stored.
  const sink = {
    storedPart: () => Promise.resolve({ bytes: 0, totalBytes: null }),
    discard: () => Promise.resolve(),
    store: ({ headers, pieces }: IncomingFile) => {
      if ((headers.get('content-type') ?? '').includes('text/html'))
        throw notIt(job, { text: 'is a web page', kind: 'web-page' });
      return bytes === null ? storeChecked(job, pieces) : storeShard(job, pieces, bytes);
    },
  };
  return transfer({ ...job, sink, retries: MOST_RETRIES }, signal);
}

/** Stores a shard while it arrives. The stored shard is valid only if its size is right at the end. */
async function storeShard(job: FetchJob, pieces: IncomingFile['pieces'], expected: number): Promise<void> {
  const checkedPieces = rightOnly(job, pieces, expected);
  let putError: unknown = null;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { value } = await checkedPieces.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        putError = error;
        controller.error(error);
      }
    },
  });
  await job.cache.put(job.artifact, body, expected).catch((error: unknown) => {
    throw putError ?? error;
  });
}

/** Passes on the pieces of a shard; throws if the content is not the shard. */
async function* rightOnly(
  job: FetchJob,
  pieces: IncomingFile['pieces'],
  expected: number,
): IncomingFile['pieces'] {
  let start = '';
  let bytes = 0;
  const wrongSize = () => {
    // The download stops after the expected size, so the real size is unknown.
    const size = bytes > expected ? 'more' : byteText(bytes);
    const failure: ModelFailure = {
      layer: 'download',
      message: `${job.name} from ${hostOf(job)} has ${size} where the model's manifest says ${byteText(expected)}.`,
      remedy:
        "Resume later; if it stays so, use another mirror, or delete the model's files and download them anew.",
    };
    return new Trouble(failure, MOST_SIZE_RETRIES);
  };
  for await (const piece of pieces) {
    if (start.length < START_BYTES) {
      start += new TextDecoder('latin1').decode(piece.subarray(0, START_BYTES));
      const otherContent = otherContentProblem(start);
      if (otherContent !== null) throw notIt(job, otherContent);
    }
    bytes += piece.byteLength;
    if (bytes > expected) throw wrongSize();
    yield piece;
  }
  if (bytes < expected) throw wrongSize();
}

/** Stores one of the other files, which are small, after checking it. */
async function storeChecked(job: FetchJob, pieces: IncomingFile['pieces']): Promise<void> {
  const receivedPieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) receivedPieces.push(piece);
  const bytes = await new Blob(receivedPieces).arrayBuffer();
  const problem = await problemOf(job.artifact, bytes);
  if (problem !== null) throw notIt(job, problem);
  await job.cache.put(job.artifact, bytes, bytes.byteLength);
}

function notIt(job: FetchJob, problem: FileProblem): Trouble {
  return new Trouble(explainContent(job, problem), 0);
}

/** Returns the problem with a small file, or null if there is none. */
export async function problemOf(
  { kind, integrity }: Pick<Artifact, 'kind' | 'integrity'>,
  bytes: ArrayBuffer,
): Promise<FileProblem | null> {
  const shape = shapeProblem(kind, bytes);
  if (shape !== null) return shape;
  if (integrity !== null && !(await isIntegral(bytes, integrity)))
    return { text: "is not the one the model's record promises (its hash differs)" };
  return null;
}

function shapeProblem(kind: Artifact['kind'], bytes: ArrayBuffer): FileProblem | null {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, START_BYTES));
  const otherContent = otherContentProblem(start);
  if (otherContent !== null) return otherContent;
  if (kind === 'library') return start.startsWith('\0asm') ? null : { text: 'is no WebAssembly module' };
  if (kind === 'tokenizer') return bytes.byteLength === 0 ? { text: 'is empty' } : cutOff(start, bytes);
  if (kind === 'shard') return null;
  const parsedJson = (kind === 'config' ? parseChatConfig : parseTensorManifest)(
    new TextDecoder().decode(bytes),
  );
  return parsedJson.ok ? null : parsedJson.problem;
}

/** Detects a truncated JSON file by its missing last brace, without parsing ten megabytes. */
function cutOff(start: string, bytes: ArrayBuffer): FileProblem | null {
  if (!start.trimStart().startsWith('{')) return null;
  const lastText = new TextDecoder('latin1').decode(bytes.slice(-START_BYTES));
  return lastText.trimEnd().endsWith('}') ? null : { text: 'is cut off' };
}

const DIGEST_ALGORITHMS = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

/**
 * Whether bytes match one of the hashes of a subresource-integrity string. A string without a known hash algorithm
 * matches everything, as the standard requires.
 */
export async function isIntegral(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .map((part) => /^(sha256|sha384|sha512)-([^?]+)/.exec(part))
    .filter((match) => match !== null);
  for (const [, algorithm, expected] of hashes) {
    const digest = await crypto.subtle.digest(
      DIGEST_ALGORITHMS[algorithm as keyof typeof DIGEST_ALGORITHMS],
      bytes,
    );
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) === expected) return true;
  }
  return hashes.length === 0;
}
