import type { ModelFailure } from '../../chat-model.ts';
import { IMPORTED_HOST, leadingArtifacts, sourceOf, type Artifact, type Mirror } from '../artifacts.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { FilesProgress, FilesStatus, DownloadEnd } from '../../local-port.ts';
import type { GpuCache } from './gpu-cache.ts';
import { fetchArtifact } from './gpu-fetch.ts';
import { survey } from './gpu-survey.ts';
import { roomFailure, type Estimate } from '../../downloads/hosts/browser-storage.ts';
import { storageRefused } from '../../downloads/hosts/file-failures.ts';
import { ProgressLedger } from '../../downloads/hosts/progress-ledger.ts';
import type { TransferLimits } from '../../downloads/hosts/transfer.ts';

export interface DownloadPlan {
  readonly cache: GpuCache;
  readonly model: GpuModel;
  readonly mirror: Mirror;
  readonly concurrency: number;
  readonly countsBytes: boolean;
  readonly limits: TransferLimits;
  readonly estimate: Estimate | undefined;
  readonly onProgress: (progress: FilesProgress) => void;
}

/** Fetches the files of a model that are missing or invalid. */
export async function downloadModel(plan: DownloadPlan, signal: AbortSignal): Promise<DownloadEnd> {
  const { cache, model } = plan;
  let currentSurvey = await survey(cache, model, plan.countsBytes);
  await cache.delete(currentSurvey.invalidFiles);
  const names = importedOnly(model, currentSurvey.status);
  if (names.length > 0)
    return {
      layer: 'not-downloaded',
      message: `${model.label} was imported from a folder, and ${namesText(names)} of it ${names.length === 1 ? 'is' : 'are'} no longer stored.`,
      remedy: 'Import its folder again.',
    };
  if (currentSurvey.artifacts === null) {
    // The two leading files list the others, so they are fetched first.
    const leadingFiles = leadingArtifacts(model);
    const missingLeading = [leadingFiles.config, leadingFiles.manifest].filter(
      ({ url }) => !currentSurvey.validBytes.has(url),
    );
    // These two files are small, so their progress is not reported.
    const fetchEnd = await fetchAll(plan, missingLeading, new ProgressLedger(() => undefined), signal);
    if (fetchEnd !== 'stored') return fetchEnd;
    currentSurvey = await survey(cache, model, plan.countsBytes);
    await cache.delete(currentSurvey.invalidFiles);
  }
  const { artifacts } = currentSurvey;
  if (artifacts === null) return storageRefused(model.label, 'the files that were just stored are gone.');
  const ledger = new ProgressLedger(plan.onProgress);
  ledger.open(artifacts.map(({ url, bytes }) => [url, bytes, currentSurvey.validBytes.get(url) ?? null]));
  const missingFiles = artifacts.filter(({ url }) => !currentSurvey.validBytes.has(url));
  const refusal = await roomFailure(model.label, bytesOf(missingFiles), plan.estimate);
  if (refusal !== null) return refusal;
  return fetchAll(plan, missingFiles, ledger, signal);
}

/**
 * Returns the missing files of an imported folder that no server has. The library may be one of web-llm's
 * list.
 */
function importedOnly({ modelUrl, libraryUrl }: GpuModel, filesStatus: FilesStatus): readonly string[] {
  if (!modelUrl.startsWith(IMPORTED_HOST) || filesStatus.kind === 'complete') return [];
  const names = [...filesStatus.missing, ...filesStatus.broken.map(({ name }) => name)];
  if (libraryUrl.startsWith(IMPORTED_HOST)) return names;
  const library = libraryUrl.slice(libraryUrl.lastIndexOf('/') + 1);
  return names.filter((name) => name !== library);
}

/** Returns up to eight names, and the number of the others. */
function namesText(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  if (names.length > 8) return `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function bytesOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** Fetches several files in parallel. The first failure stops the others; complete files are kept. */
async function fetchAll(
  { cache, mirror, concurrency, limits }: DownloadPlan,
  artifacts: readonly Artifact[],
  ledger: ProgressLedger,
  signal: AbortSignal,
): Promise<DownloadEnd> {
  const failureAbort = new AbortController();
  const queue = [...artifacts];
  let failure: ModelFailure | null = null;
  const eitherSignal = AbortSignal.any([signal, failureAbort.signal]);
  const fetchNext = async (): Promise<void> => {
    for (let artifact = queue.shift(); artifact !== undefined; artifact = queue.shift()) {
      if (eitherSignal.aborted) return;
      const { url, name } = artifact;
      const fetchEnd = await fetchArtifact(
        {
          cache,
          artifact,
          name,
          source: sourceOf(artifact, mirror),
          limits,
          onBytes: (bytes, totalBytes) => ledger.receive(url, name, bytes, totalBytes),
        },
        eitherSignal,
      );
      if (fetchEnd === 'stored') ledger.finish(url);
      else {
        if (fetchEnd !== 'aborted') failure ??= fetchEnd;
        failureAbort.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, fetchNext));
  if (signal.aborted) return 'aborted';
  return failure ?? 'stored';
}
