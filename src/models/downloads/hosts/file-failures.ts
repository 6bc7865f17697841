/** Failures of files in words: the event, its place, and the remedy. */
import { byteText } from '../../../base/number-words.ts';
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';

/** A file on its way. */
export interface Errand {
  readonly name: string;
  /** The address it is fetched from. */
  readonly source: string;
}

const LATER = 'Resume later, or use a mirror; what has arrived stays.';

function download(message: string, remedy: string): ModelFailure {
  return { layer: 'download', message, remedy };
}

function hostOf({ source }: Errand): string {
  return new URL(source).host;
}

export function explainStatus(errand: Errand, status: number): ModelFailure {
  const { name, source } = errand;
  const host = hostOf(errand);
  if (status === 404 || status === 410)
    return download(
      `${host} has no ${name}: ${source} answered with status ${status}.`,
      "Check the model's address, and the mirror's if you use one.",
    );
  if (status === 401 || status === 403)
    return download(
      `${host} does not let this page have ${name}: ${source} answered with status ${status}.`,
      'Check the address; a private model has to be fetched with its key by another program and imported as a folder.',
    );
  if (status === 429)
    return download(
      `${host} takes no more requests for now: ${source} answered with status 429.`,
      'Wait some minutes and resume, or use a mirror; what has arrived stays.',
    );
  return download(`${host} could not send ${name}: ${source} answered with status ${status}.`, LATER);
}

export function explainNoNetwork(errand: Errand, online: boolean): ModelFailure {
  const host = hostOf(errand);
  return download(
    online
      ? `No connection to ${host} for ${errand.name}: it is down, it does not admit this page, or something on the way blocks it.`
      : `This device has no network, and ${errand.name} has to come from ${host}.`,
    'Check the network and resume, use a mirror, or import the model as a folder from a disk.',
  );
}

export function explainSilentHost(errand: Errand, ms: number): ModelFailure {
  return download(`${hostOf(errand)} sent nothing of ${errand.name} for ${Math.round(ms / 1000)} s.`, LATER);
}

export function explainBrokenLine(errand: Errand): ModelFailure {
  return download(`The connection to ${hostOf(errand)} broke while ${errand.name} was coming.`, LATER);
}

/** `bytes`: what came; more than `expected` when it was cut off there. */
export function explainSize(errand: Errand, bytes: number, expected: number): ModelFailure {
  const came = bytes > expected ? 'more' : byteText(bytes);
  return download(
    `${errand.name} from ${hostOf(errand)} has ${came} where the model's manifest says ${byteText(expected)}.`,
    "Resume later; if it stays so, use another mirror, or delete the model's files and download them anew.",
  );
}

/** `problem` completes "FILE …". */
export function explainContent(errand: Errand, problem: string): ModelFailure {
  return download(
    `${errand.name} from ${hostOf(errand)} ${problem}: ${errand.source}.`,
    problem.includes('LFS')
      ? 'Use an address that serves the files themselves: that copy was made without git-LFS.'
      : problem.includes('web page')
        ? 'Check the address, and whether the network wants a sign-in first.'
        : 'Check the address, or use a mirror with an undamaged copy.',
  );
}

/** An imported model's file is gone, and no server has it. */
export function explainImportedOnly(label: string, names: readonly string[]): ModelFailure {
  return {
    layer: 'not-downloaded',
    message: `${label} was imported from a folder, and ${namesInWords(names)} of it ${names.length === 1 ? 'is' : 'are'} no longer stored.`,
    remedy: 'Import its folder again.',
  };
}

/** Up to eight names, and how many more there are. */
function namesInWords(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  if (names.length > 8) return `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function explainQuota(label: string, neededBytes: number, freeBytes: number): ModelFailure {
  return {
    layer: 'storage',
    message: `${label} needs ${byteText(neededBytes)} more, and the browser has ${byteText(Math.max(0, freeBytes))} left for this page.`,
    remedy: FULL_REMEDY,
  };
}

const FULL_REMEDY =
  'Delete models you do not need, free space on the disk, or leave the private window if this is one.';

/** Explains an error of Cache Storage. */
export function explainStorage(error: unknown, label: string): ModelFailure {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return {
      layer: 'storage',
      message: `The browser's storage for this page is full; ${label} does not fit.`,
      remedy: FULL_REMEDY,
    };
  if (!globalThis.isSecureContext)
    return {
      layer: 'storage',
      message: `The browser stores nothing for pages that come over plain http, so ${label} cannot be kept.`,
      remedy: 'Open this page over https, or from this machine (localhost).',
    };
  return {
    layer: 'storage',
    message: `The browser refused to store or read ${label}: ${errorMessage(error)}`,
    remedy: 'Allow this page to store data, or leave the private window if this is one.',
  };
}

export function explainInUse(label: string): ModelFailure {
  return {
    layer: 'in-use',
    message: `Another tab is at work on the files of ${label}.`,
    remedy: 'Wait for it, or stop it there.',
  };
}
