/** Failures of files on their way, and of the storage that takes them. */
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { modelFailure } from '../../failure.ts';
import type { FileProblem } from '../../file-problem.ts';

/** A file on its way. */
export interface Errand {
  readonly name: string;
  /** The address it is fetched from. */
  readonly source: string;
}

function hostOf({ source }: Errand): string {
  return new URL(source).host;
}

export function explainStatus(errand: Errand, status: number): ModelFailure {
  const { name, source } = errand;
  const host = hostOf(errand);
  if (status === 404 || status === 410)
    return modelFailure('download', 'hostHasNoFile', host, name, source, status);
  if (status === 401 || status === 403)
    return modelFailure('download', 'hostRefusesFile', host, name, source, status);
  if (status === 429) return modelFailure('download', 'hostTakesNoRequests', host, source);
  return modelFailure('download', 'hostCouldNotSend', host, name, source, status);
}

export function explainNoNetwork(errand: Errand, online: boolean): ModelFailure {
  return modelFailure(
    'download',
    online ? 'noConnectionToHost' : 'deviceIsOffline',
    hostOf(errand),
    errand.name,
  );
}

export function explainSilentHost(errand: Errand, ms: number): ModelFailure {
  return modelFailure('download', 'hostIsSilent', hostOf(errand), errand.name, ms);
}

export function explainBrokenLine(errand: Errand): ModelFailure {
  return modelFailure('download', 'connectionBroke', hostOf(errand), errand.name);
}

/** `bytes`: what came; more than `expected` when it was cut off there. */
export function explainSize(errand: Errand, bytes: number, expected: number): ModelFailure {
  return modelFailure('download', 'fileHasWrongSize', hostOf(errand), errand.name, bytes, expected);
}

export function explainContent(errand: Errand, problem: FileProblem): ModelFailure {
  return modelFailure('download', 'fileIsWrong', hostOf(errand), errand.name, errand.source, problem);
}

export function explainQuota(label: string, neededBytes: number, freeBytes: number): ModelFailure {
  return modelFailure('storage', 'noRoomForFiles', label, neededBytes, freeBytes);
}

export function explainStorage(error: unknown, label: string): ModelFailure {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return modelFailure('storage', 'storageIsFull', label);
  if (!globalThis.isSecureContext) return modelFailure('storage', 'storageWantsHttps', label);
  return modelFailure('storage', 'storageRefused', label, errorMessage(error));
}

export function explainInUse(label: string): ModelFailure {
  return modelFailure('in-use', 'filesAreInUse', label);
}
