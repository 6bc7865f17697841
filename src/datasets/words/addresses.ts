/** Sentences about the address or the name of a data set that a user types. */

const TAKEN =
  'Give an address that begins with https:// or http://, or the name of a data set on the Hugging Face Hub, as owner/name.';
const HOLDS_LOGIN = 'The address holds a login, and none is ever sent from here';

export const isNoName = (): string => TAKEN;
export const isNoAddress = (): string => `This is no address. ${TAKEN}`;
/** @param protocol with its colon */
export const isOtherProtocol = (protocol: string): string =>
  `Addresses that begin with ${protocol} are not read here. ${TAKEN}`;
export const holdsLogin = (): string => `${HOLDS_LOGIN}: download the file and add it from the disk.`;
export const hubHoldsLogin = (): string => `${HOLDS_LOGIN}: give the address of the Hub without it.`;
export const hubHoldsQuery = (): string =>
  'The address of the Hub has something behind a question mark or a #, where a login may be, and none is ever sent from here: give it without that.';
export const isNoHubAddress = (address: string): string =>
  `${address} is not the http or https address of a Hub.`;
