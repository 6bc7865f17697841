/**
 * Parses the address that a user enters to import a data set from the network: a URL, or a name on the Hugging
 * Face Hub.
 */
import { textHash } from '../../base/text-hash.ts';

export const HUB_URL = 'https://huggingface.co';

export type GivenAddress =
  | { readonly kind: 'address'; readonly url: string; readonly name: string }
  | { readonly kind: 'hub'; readonly hub: HubName }
  /** `why` is a message for the user. */
  | { readonly kind: 'refused'; readonly why: string };

const HASH_LENGTH = 6;

const ACCEPTED_FORMS =
  'Give an address that begins with https:// or http://, or the name of a data set on the Hugging Face Hub, as owner/name.';
const LOGIN_FAULT = 'The address holds a login, and none is ever sent from here';

/** @param hubBase URL of the Hub that is used; the pages of its data sets are also accepted */
export function parseGivenAddress(text: string, hubBase: string = HUB_URL): GivenAddress {
  const input = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(input)) {
    const hub = parseHubName(input.replace(/^hf:/i, ''));
    return hub === null ? refusal(ACCEPTED_FORMS) : { kind: 'hub', hub };
  }
  const url = urlOf(input);
  if (url === null) return refusal(`This is no address. ${ACCEPTED_FORMS}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refusal(`Addresses that begin with ${url.protocol} are not read here. ${ACCEPTED_FORMS}`);
  if (hasLogin(url)) return refusal(`${LOGIN_FAULT}: download the file and add it from the disk.`);
  const hubHosts = [HUB_URL, hubBase].map((base) => urlOf(base)?.host);
  if (hubHosts.includes(url.host)) {
    const hub = ofHubPage(url.pathname);
    if (hub !== null) return { kind: 'hub', hub };
  }
  const file = fileBehindPage(url.href, url.host);
  return { kind: 'address', url: file, name: shownName(file) };
}

/**
 * Returns the name of the set for a URL. The query may contain a signature, so the name contains only a hash of
 * it, before the file extension.
 */
function shownName(href: string): string {
  const { host, pathname, search } = new URL(href);
  const name = `${host}${decodedPath(pathname)}`;
  if (search === '') return name;
  const hash = textHash([search]).toString(36).padStart(HASH_LENGTH, '0').slice(-HASH_LENGTH);
  const [fileEnding] = /(?:\.[a-z]{2,7})*$/i.exec(name.slice(name.lastIndexOf('/')))!;
  return `${name.slice(0, name.length - fileEnding.length)} (${hash})${fileEnding}`;
}

/** Decodes a path for display. Returns it unchanged if it is malformed. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the URL of the file itself for the pages on which GitHub and the Hub show a file. */
function fileBehindPage(href: string, host: string): string {
  if (host === 'github.com')
    return href.replace(
      /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\//,
      'https://raw.githubusercontent.com/$1/',
    );
  return href.replace(/(\/datasets\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
}

/**
 * Parses the path of a Hub page for a data set or one of its configurations; null for any other page and for a
 * file.
 */
function ofHubPage(path: string): HubName | null {
  const [, name, pathRest = ''] = /^\/datasets\/([^/]+\/[^/]+)(?:\/(.*))?$/.exec(decodedPath(path)) ?? [];
  if (name === undefined || /^(blob|resolve|raw)\//.test(pathRest)) return null;
  const [, config, split] = /^viewer\/([^/]+)(?:\/([^/]+))?/.exec(pathRest) ?? [];
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

function refusal(reason: string): GivenAddress {
  return { kind: 'refused', why: reason };
}

function hasLogin({ username, password }: InstanceType<typeof URL>): boolean {
  return username !== '' || password !== '';
}

/**
 * Returns a message that says why a URL cannot be that of a Hub, or null if it can be. The message does not
 * contain a login.
 */
export function hubBaseFault(text: string): string | null {
  const url = urlOf(text.trim());
  // Also checked while the URL is incomplete, because it is validated during typing.
  if (url === null ? text.includes('@') : hasLogin(url))
    return `${LOGIN_FAULT}: give the address of the Hub without it.`;
  if (/[?#]/.test(text))
    return 'The address of the Hub has something behind a question mark or a #, where a login may be, and none is ever sent from here: give it without that.';
  return url !== null && /^https?:$/.test(url.protocol)
    ? null
    : `${text.trim()} is not the http or https address of a Hub.`;
}

/** A data set on the Hub: `owner/name`, with `/config` and `:split` if it has several. */
export interface HubName {
  /** `owner/name`. The oldest data sets have no owner. */
  readonly repo: string;
  /** Null for all configurations. */
  readonly config: string | null;
  readonly split: string | null;
}

const NAME_PART = /^[\w.-]{1,96}$/;
const NAME_WORD = /^[\w.+ -]{1,200}$/;

/** Returns null if the string does not have this form. */
function parseHubName(text: string): HubName | null {
  const [path = '', split = null, ...furtherParts] = text.trim().split(':');
  const [owner = '', name, config = null, ...deeperParts] = path.split('/');
  if (furtherParts.length > 0 || deeperParts.length > 0) return null;
  const repo = name === undefined ? owner : `${owner}/${name}`;
  if (!repo.split('/').every((part) => NAME_PART.test(part) && !/^\.+$/.test(part))) return null;
  if (![config, split].every((word) => word === null || NAME_WORD.test(word))) return null;
  return { repo, config, split };
}

export function hubNameText({ repo, config, split }: HubName): string {
  return `${repo}${config === null ? '' : `/${config}`}${split === null ? '' : `:${split}`}`;
}
