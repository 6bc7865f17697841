/** Failures of downloads and of the storage for them. */
import { errorMessage } from '../../../base/error-message.ts';
import { duration } from '../../../base/number-words.ts';
import type { ModelFailure } from '../../chat-model.ts';
import type { FileProblem } from '../../failure.ts';
import { underLock } from './tab-lock.ts';

/** A file that is being downloaded. */
export interface Errand {
  readonly name: string;
  /** The address that the file is fetched from. */
  readonly source: string;
}

export function hostOf({ source }: Errand): string {
  return new URL(source).host;
}

export function explainStatus(download: Errand, status: number): ModelFailure {
  const { name, source } = download;
  const host = hostOf(download);
  const answer = `${source} answered with status ${status}.`;
  if (status === 404 || status === 410)
    return {
      layer: 'download',
      message: `${host} has no ${name}: ${answer}`,
      remedy: "Check the model's address, and the mirror's if you use one.",
    };
  if (status === 401 || status === 403)
    return {
      layer: 'download',
      message: `${host} does not let this page have ${name}: ${answer}`,
      remedy:
        'Check the address; a private model has to be fetched with its key by another program and imported as a folder.',
    };
  if (status === 429)
    return {
      layer: 'download',
      message: `${host} takes no more requests for now: ${answer}`,
      remedy: 'Wait some minutes and resume, or use a mirror; what has arrived stays.',
    };
  return { layer: 'download', message: `${host} could not send ${name}: ${answer}`, remedy: LATER_REMEDY };
}

const LATER_REMEDY = 'Resume later, or use a mirror; what has arrived stays.';

/** The request failed before any response. */
export function explainNoConnection(errand: Errand): ModelFailure {
  const { name } = errand;
  const host = hostOf(errand);
  return {
    layer: 'download',
    message: navigator.onLine
      ? `No connection to ${host} for ${name}: it is down, it does not admit this page, or something on the way blocks it.`
      : `This device has no network, and ${name} has to come from ${host}.`,
    remedy: 'Check the network and resume, use a mirror, or import the model as a folder from a disk.',
  };
}

/** The server sent nothing for `milliseconds`. */
export function explainSilence(errand: Errand, milliseconds: number): ModelFailure {
  return {
    layer: 'download',
    message: `${hostOf(errand)} sent nothing of ${errand.name} for ${duration(milliseconds)}.`,
    remedy: LATER_REMEDY,
  };
}

export function explainBrokenLine(errand: Errand): ModelFailure {
  return {
    layer: 'download',
    message: `The connection to ${hostOf(errand)} broke while ${errand.name} was coming.`,
    remedy: LATER_REMEDY,
  };
}

/** The content is not that of the expected file. */
export function explainContent(errand: Errand, { text, kind }: FileProblem): ModelFailure {
  return {
    layer: 'download',
    message: `${errand.name} from ${hostOf(errand)} ${text}: ${errand.source}.`,
    remedy:
      kind === 'lfs-pointer'
        ? 'Use an address that serves the files themselves: that copy was made without git-LFS.'
        : kind === 'web-page'
          ? 'Check the address, and whether the network wants a sign-in first.'
          : 'Check the address, or use a mirror with an undamaged copy.',
  };
}

/** The error when the browser has no file system for this page. */
export class NoFileSystem extends Error {}

export function explainStorage(error: unknown, label: string): ModelFailure {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return {
      layer: 'storage',
      message: `The browser's storage for this page is full; ${label} does not fit.`,
      remedy: STORAGE_FULL,
    };
  if (!globalThis.isSecureContext)
    return {
      layer: 'storage',
      message: `The browser stores nothing for pages that come over plain http, so ${label} cannot be kept.`,
      remedy: 'Open this page over https, or from this machine (localhost).',
    };
  if (error instanceof NoFileSystem)
    return {
      layer: 'storage',
      message: `This browser has no file system for pages, so ${label} cannot be downloaded.`,
      remedy:
        'Choose the file on this machine instead: it is read where it is. Other browsers can download it.',
    };
  return storageRefused(label, errorMessage(error));
}

export const STORAGE_FULL =
  'Delete models you do not need, free space on the disk, or leave the private window if this is one.';

export function storageRefused(label: string, reason: string): ModelFailure {
  return {
    layer: 'storage',
    message: `The browser refused to store or read ${label}: ${reason}`,
    remedy: 'Allow this page to store data, or leave the private window if this is one.',
  };
}

/**
 * Runs work on files that only one tab may use at a time. Returns a failure if another tab uses them, or if
 * the storage fails.
 */
export async function aloneWithFiles<End extends object | string>(
  lock: string,
  label: string,
  work: () => Promise<End>,
): Promise<End | ModelFailure> {
  const guardedWork = () => work().catch((error: unknown) => explainStorage(error, label));
  return (
    (await underLock(lock, guardedWork)) ?? {
      layer: 'in-use',
      message: `Another tab is at work on the files of ${label}.`,
      remedy: 'Wait for it, or stop it there.',
    }
  );
}
