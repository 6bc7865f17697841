/**
 * The text that a user types to import a data set from the network: an address, or a name on the Hugging Face Hub.
 */
import { coder, wordsOf, type Coded } from '../../base/coded.ts';
import { textHash } from '../../base/text-hash.ts';
import * as words from '../words/addresses.ts';
import { parseHubName, type HubName } from './hub-name.ts';

export const HUB = 'https://huggingface.co';

export type GivenAddress =
  | { readonly kind: 'address'; readonly url: string; readonly name: string }
  | { readonly kind: 'hub'; readonly hub: HubName }
  | { readonly kind: 'refused'; readonly why: AddressFault };

const HASH_LENGTH = 6;

/** Why an address is not taken. */
type AddressFault = Coded<typeof words>;
const because = coder<typeof words>();

/** A sentence. */
export function addressText(why: AddressFault): string {
  return wordsOf(words, why);
}

/** @param hubBase where the Hub is: its pages name data sets too */
export function parseGivenAddress(text: string, hubBase: string = HUB): GivenAddress {
  const given = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) {
    const hub = parseHubName(given.replace(/^hf:/i, ''));
    return hub === null ? refused(because('isNoName')) : { kind: 'hub', hub };
  }
  const url = urlOf(given);
  if (url === null) return refused(because('isNoAddress'));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused(because('isOtherProtocol', url.protocol));
  if (hasLogin(url)) return refused(because('holdsLogin'));
  const hubs = [HUB, hubBase].map((base) => urlOf(base)?.host);
  if (hubs.includes(url.host)) {
    const hub = ofHubPage(url.pathname);
    if (hub !== null) return { kind: 'hub', hub };
  }
  const file = fileBehindPage(url.href, url.host);
  return { kind: 'address', url: file, name: shownName(file) };
}

/**
 * An address as a set is called by it. Its query may be signed: only a hash of it is shown and kept, before the
 * ending.
 */
function shownName(href: string): string {
  const { host, pathname, search } = new URL(href);
  const name = `${host}${decoded(pathname)}`;
  if (search === '') return name;
  const hash = textHash([search]).toString(36).padStart(HASH_LENGTH, '0').slice(-HASH_LENGTH);
  const [ending] = /(?:\.[a-z]{2,7})*$/i.exec(name.slice(name.lastIndexOf('/')))!;
  return `${name.slice(0, name.length - ending.length)} (${hash})${ending}`;
}

/** Returns an address in readable form; unchanged if it is malformed. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Two hosts show a page around each file; what they serve the file itself by is known. */
function fileBehindPage(href: string, host: string): string {
  if (host === 'github.com')
    return href.replace(
      /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\//,
      'https://raw.githubusercontent.com/$1/',
    );
  return href.replace(/(\/datasets\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
}

/** The page of a data set, and of one of its configurations; null for the page or the address of a file. */
function ofHubPage(path: string): HubName | null {
  const [, name, rest = ''] = /^\/datasets\/([^/]+\/[^/]+)(?:\/(.*))?$/.exec(decoded(path)) ?? [];
  if (name === undefined || /^(blob|resolve|raw)\//.test(rest)) return null;
  const [, config, split] = /^viewer\/([^/]+)(?:\/([^/]+))?/.exec(rest) ?? [];
  return parseHubName(
    `${name}${config === undefined ? '' : `/${config}`}${split === undefined ? '' : `:${split}`}`,
  );
}

function urlOf(text: string): InstanceType<typeof URL> | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function refused(why: AddressFault): GivenAddress {
  return { kind: 'refused', why };
}

function hasLogin({ username, password }: InstanceType<typeof URL>): boolean {
  return username !== '' || password !== '';
}

/** Why a Hub cannot be at an address, with no login in its data; null where it can. */
export function hubBaseFault(text: string): AddressFault | null {
  const url = urlOf(text.trim());
  // Also where the rest is no address yet, as while it is typed.
  if (url === null ? text.includes('@') : hasLogin(url)) return because('hubHoldsLogin');
  if (/[?#]/.test(text)) return because('hubHoldsQuery');
  return url !== null && /^https?:$/.test(url.protocol) ? null : because('isNoHubAddress', text.trim());
}
