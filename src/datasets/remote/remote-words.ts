/** Why something did not come from an address: each half a sentence behind its name, with what to do. */

const BY_HAND = 'download the file and add it from the disk';

export const BLOCKED_PLAIN = `comes over plain http, which the browser does not let a page over https load: give an address with https, or ${BY_HAND}`;
export const OFFLINE = 'could not be fetched, as this device has no network: try again when it has';
export const NOT_SHARED = `comes from a server that does not let other pages read it (it sends no Access-Control-Allow-Origin): ${BY_HAND}`;
export const NOT_REACHED = `could not be fetched: the server was not reached, or its redirects lead nowhere; check the address and the network`;
export const WEB_PAGE =
  'is a web page, not a data set: give the address of the file itself (behind “Raw” or “Download”), or sign in there and download it';
export const NO_PARTS = `comes from a server that gives no parts of a file, which parquet and zip need: ${BY_HAND}`;
export const CHANGED = 'has changed on its server while it was read: add it again';
export const BROKE_OFF = 'stopped coming before its end: the connection broke; add it again';

export function statusWords(status: number): string {
  if (status === 404 || status === 410)
    return `is not there (its server answers with status ${status}): check the address`;
  if (status === 401 || status === 403)
    return `is not for everybody (its server answers with status ${status}), and no login is sent from here: ${BY_HAND}`;
  if (status === 429)
    return 'does not come for now: its server takes no more requests (status 429); wait some minutes and add it again';
  if (status >= 500) return `could not be sent (its server answers with status ${status}): try again later`;
  return `could not be fetched (its server answers with status ${status}): check the address`;
}

export function wrongType(type: string): string {
  return `is ${type}, not a data set: give the address of a file of problems`;
}

/** @param size both in words */
export function tooLarge(size: string, room: string): string {
  return `has ${size}, and this browser has room for ${room}: make room for the page, or convert it with the command line`;
}
