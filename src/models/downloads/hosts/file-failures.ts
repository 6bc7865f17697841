/** Failures of files on their way, and of the storage that takes them. */
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { modelFailure } from '../../failure.ts';
import type { FileProblem } from '../../file-problem.ts';
import { underLock } from './tab-lock.ts';

/** A file on its way. */
export interface Errand {
  readonly name: string;
  /** The address it is fetched from. */
  readonly source: string;
}

export function hostOf({ source }: Errand): string {
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

export function explainBrokenLine(errand: Errand): ModelFailure {
  return modelFailure('download', 'connectionBroke', hostOf(errand), errand.name);
}

export function explainContent(errand: Errand, problem: FileProblem): ModelFailure {
  return modelFailure('download', 'fileIsWrong', hostOf(errand), errand.name, errand.source, problem);
}

export function explainStorage(error: unknown, label: string): ModelFailure {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return modelFailure('storage', 'storageIsFull', label);
  if (!globalThis.isSecureContext) return modelFailure('storage', 'storageWantsHttps', label);
  return modelFailure('storage', 'storageRefused', label, errorMessage(error));
}

/** Does work on files that one tab has at a time; a failure where another has them, or the storage refuses. */
export async function aloneWithFiles<End extends object | string>(
  lock: string,
  label: string,
  work: () => Promise<End>,
): Promise<End | ModelFailure> {
  const guarded = () => work().catch((error: unknown) => explainStorage(error, label));
  return (await underLock(lock, guarded)) ?? modelFailure('in-use', 'filesAreInUse', label);
}
