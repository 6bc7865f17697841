/** Sentences about failures of the files of models: on their way here, and in the browser's storage. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { byteText, duration } from '../../base/number-words.ts';
import type { FailureWords } from './failure-words.ts';
import * as problems from './own/file-problems.ts';

type FileProblem = Coded<typeof problems>;

const LATER = 'Resume later, or use a mirror; what has arrived stays.';
const OTHER_WAY = 'Check the network and resume, use a mirror, or import the model as a folder from a disk.';
const FULL =
  'Delete models you do not need, free space on the disk, or leave the private window if this is one.';

export const hostHasNoFile = (host: string, file: string, source: string, status: number): FailureWords => ({
  message: `${host} has no ${file}: ${source} answered with status ${status}.`,
  remedy: "Check the model's address, and the mirror's if you use one.",
});

export const hostRefusesFile = (
  host: string,
  file: string,
  source: string,
  status: number,
): FailureWords => ({
  message: `${host} does not let this page have ${file}: ${source} answered with status ${status}.`,
  remedy:
    'Check the address; a private model has to be fetched with its key by another program and imported as a folder.',
});

export const hostTakesNoRequests = (host: string, source: string): FailureWords => ({
  message: `${host} takes no more requests for now: ${source} answered with status 429.`,
  remedy: 'Wait some minutes and resume, or use a mirror; what has arrived stays.',
});

export const hostCouldNotSend = (
  host: string,
  file: string,
  source: string,
  status: number,
): FailureWords => ({
  message: `${host} could not send ${file}: ${source} answered with status ${status}.`,
  remedy: LATER,
});

export const noConnectionToHost = (host: string, file: string): FailureWords => ({
  message: `No connection to ${host} for ${file}: it is down, it does not admit this page, or something on the way blocks it.`,
  remedy: OTHER_WAY,
});

export const deviceIsOffline = (host: string, file: string): FailureWords => ({
  message: `This device has no network, and ${file} has to come from ${host}.`,
  remedy: OTHER_WAY,
});

export const hostIsSilent = (host: string, file: string, milliseconds: number): FailureWords => ({
  message: `${host} sent nothing of ${file} for ${duration(milliseconds)}.`,
  remedy: LATER,
});

export const connectionBroke = (host: string, file: string): FailureWords => ({
  message: `The connection to ${host} broke while ${file} was coming.`,
  remedy: LATER,
});

/** `bytes`: what came; more than `expected` when it was cut off there. */
export function fileHasWrongSize(host: string, file: string, bytes: number, expected: number): FailureWords {
  const came = bytes > expected ? 'more' : byteText(bytes);
  return {
    message: `${file} from ${host} has ${came} where the model's manifest says ${byteText(expected)}.`,
    remedy:
      "Resume later; if it stays so, use another mirror, or delete the model's files and download them anew.",
  };
}

const CONTENT_REMEDIES: Partial<Readonly<Record<FileProblem['code'], string>>> = {
  isLfsPointer: 'Use an address that serves the files themselves: that copy was made without git-LFS.',
  isWebPage: 'Check the address, and whether the network wants a sign-in first.',
};

export const fileIsWrong = (
  host: string,
  file: string,
  source: string,
  problem: FileProblem,
): FailureWords => ({
  message: `${file} from ${host} ${wordsOf(problems, problem)}: ${source}.`,
  remedy: CONTENT_REMEDIES[problem.code] ?? 'Check the address, or use a mirror with an undamaged copy.',
});

/** An imported model's files are gone, and no server has them. */
export const importedFilesAreGone = (model: string, files: readonly string[]): FailureWords => ({
  message: `${model} was imported from a folder, and ${someOf(files)} of it ${files.length === 1 ? 'is' : 'are'} no longer stored.`,
  remedy: 'Import its folder again.',
});

/** Up to eight names, and how many more there are. */
function someOf(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  if (names.length > 8) return `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export const noRoomForFiles = (model: string, neededBytes: number, freeBytes: number): FailureWords => ({
  message: `${model} needs ${byteText(neededBytes)} more, and the browser has ${byteText(Math.max(0, freeBytes))} left for this page.`,
  remedy: FULL,
});

/** The code of the downloads did not come. */
export const downloadCouldNotBegin = (reason: string): FailureWords => ({
  message: `The download could not begin: ${reason}`,
  remedy: 'Check the network, reload the page and resume.',
});

export const storageIsFull = (model: string): FailureWords => ({
  message: `The browser's storage for this page is full; ${model} does not fit.`,
  remedy: FULL,
});

export const storageWantsHttps = (model: string): FailureWords => ({
  message: `The browser stores nothing for pages that come over plain http, so ${model} cannot be kept.`,
  remedy: 'Open this page over https, or from this machine (localhost).',
});

export const storageRefused = (model: string, reason: string): FailureWords => ({
  message: `The browser refused to store or read ${model}: ${reason}`,
  remedy: 'Allow this page to store data, or leave the private window if this is one.',
});

/** Files that were stored a moment ago are not there. */
export const storedFilesAreGone = (model: string): FailureWords =>
  storageRefused(model, 'the files that were just stored are gone.');

export const filesAreInUse = (model: string): FailureWords => ({
  message: `Another tab is at work on the files of ${model}.`,
  remedy: 'Wait for it, or stop it there.',
});
