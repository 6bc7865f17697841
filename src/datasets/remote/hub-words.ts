/** Why the Hub does not give a data set: half a sentence behind its name, with what to do. */

export const GATED =
  'is gated: its terms have to be accepted there with a login, and none is sent from here; accept them, download its files and add those';
export const CLOSED =
  'is private, and no login is sent from here: download its files with yours and add those';
export const NO_FILES = 'has no file of problems there (.json, .jsonl, .gz, .zip, .kpp, .parquet)';
export const ODD_ANSWER =
  'could not be looked up: what answers at the address of the Hub is not the Hub; check that address';

/** The Hub does not tell whether a hidden data set is private or does not exist. */
export function hubStatusWords(status: number): string {
  if (status === 401 || status === 403 || status === 404)
    return `is not on the Hub for visitors without a login (status ${status}): check its name; if it is private or gated, download its files with your login and add those`;
  if (status === 429)
    return 'could not be looked up: the Hub takes no more requests for now (status 429); wait some minutes';
  return `could not be looked up: the Hub answers with status ${status}; try again later`;
}
