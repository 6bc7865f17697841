/** How a data set of the Hugging Face Hub is named: `owner/name`, with `/config` and `:split` where it has several. */

export interface HubName {
  /** `owner/name`; the oldest have no owner. */
  readonly repo: string;
  /** Null for whichever there are. */
  readonly config: string | null;
  readonly split: string | null;
}

const PART = /^[\w.-]{1,96}$/;
const WORD = /^[\w.+ -]{1,200}$/;

/** Null for what is no such name. */
export function parseHubName(text: string): HubName | null {
  const [path = '', split = null, ...more] = text.trim().split(':');
  const [owner = '', name, config = null, ...deeper] = path.split('/');
  if (more.length > 0 || deeper.length > 0) return null;
  const repo = name === undefined ? owner : `${owner}/${name}`;
  if (!repo.split('/').every((part) => PART.test(part) && !/^\.+$/.test(part))) return null;
  if (![config, split].every((word) => word === null || WORD.test(word))) return null;
  return { repo, config, split };
}

export function hubNameText({ repo, config, split }: HubName): string {
  return `${repo}${config === null ? '' : `/${config}`}${split === null ? '' : `:${split}`}`;
}
