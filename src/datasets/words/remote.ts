/** Half sentences about files at an address and sets of the Hub, behind the name of the file or the set. */

const BY_HAND = 'download the file and add it from the disk';

export const isPlainHttp = (): string =>
  `comes over plain http, which the browser does not let a page over https load: give an address with https, or ${BY_HAND}`;
export const hasNoNetwork = (): string =>
  'could not be fetched, as this device has no network: try again when it has';
export const isNotShared = (): string =>
  `comes from a server that does not let other pages read it (it sends no Access-Control-Allow-Origin): ${BY_HAND}`;
export const isNotReached = (): string =>
  'could not be fetched: the server was not reached, or its redirects lead nowhere; check the address and the network';
export const isWebPage = (): string =>
  'is a web page, not a data set: give the address of the file itself (behind “Raw” or “Download”), or sign in there and download it';
export const hasNoServedParts = (): string =>
  `comes from a server that gives no parts of a file, which parquet and zip need: ${BY_HAND}`;
export const changedMeanwhile = (): string => 'has changed on its server while it was read: add it again';
export const brokeOff = (): string => 'stopped coming before its end: the connection broke; add it again';

export function isRefused(status: number): string {
  if (status === 404 || status === 410)
    return `is not there (its server answers with status ${status}): check the address`;
  if (status === 401 || status === 403)
    return `is not for everybody (its server answers with status ${status}), and no login is sent from here: ${BY_HAND}`;
  if (status === 429)
    return 'does not come for now: its server takes no more requests (status 429); wait some minutes and add it again';
  if (status >= 500) return `could not be sent (its server answers with status ${status}): try again later`;
  return `could not be fetched (its server answers with status ${status}): check the address`;
}

/** @param type a media type */
export const isOtherMedia = (type: string): string =>
  `is ${type}, not a data set: give the address of a file of problems`;

/** @param size in bytes, as the room */
export const isLargerThanRoom = (size: number, room: number): string =>
  `has ${sizeText(size)}, and this browser has room for ${sizeText(room)}: make room for the page, or convert it with the command line`;

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}

export const isGated = (): string =>
  'is gated: its terms have to be accepted there with a login, and none is sent from here; accept them, download its files and add those';
export const isPrivate = (): string =>
  'is private, and no login is sent from here: download its files with yours and add those';
export const hasNoFiles = (): string =>
  'has no file of problems there (.json, .jsonl, .gz, .zip, .kpp, .parquet)';
export const isNotFromHub = (): string =>
  'could not be looked up: what answers at the address of the Hub is not the Hub; check that address';

/** The Hub does not tell whether a hidden data set is private or does not exist. */
export function isRefusedByHub(status: number): string {
  if (status === 401 || status === 403 || status === 404)
    return `is not on the Hub for visitors without a login (status ${status}): check its name; if it is private or gated, download its files with your login and add those`;
  if (status === 429)
    return 'could not be looked up: the Hub takes no more requests for now (status 429); wait some minutes';
  return `could not be looked up: the Hub answers with status ${status}; try again later`;
}
