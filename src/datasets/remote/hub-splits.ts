/** Which files of a data set on the Hub belong together: by what its card says, else by their names. */
import { isDataFile } from '../containers/contents.ts';
import type { HubName } from './hub-name.ts';

export interface HubFile {
  readonly path: string;
  readonly size: number;
}

export interface HubSplit {
  readonly config: string;
  readonly split: string;
  readonly files: readonly HubFile[];
}

/** What the Hub says of a data set, as far as it is read here. */
export interface HubListing {
  readonly repo: string;
  /** The commit that was listed: files are read from it, whatever is uploaded meanwhile. */
  readonly revision: string;
  readonly splits: readonly HubSplit[];
}

/** As cards have them (`configs` of the README's head), parsed by the Hub. */
export interface CardConfig {
  readonly name: string;
  readonly folder: string;
  /** Null where the files are to be found by their names. */
  readonly files: readonly { readonly split: string; readonly patterns: readonly string[] }[] | null;
}

/** The configuration of a data set that has one. */
export const ONLY_CONFIG = 'default';

/** @param configs empty where the card says nothing */
export function splitsOf(files: readonly HubFile[], configs: readonly CardConfig[]): readonly HubSplit[] {
  const data = files.filter(({ path }) => isDataFile(path) && !/(^|\/)\./.test(path));
  const named = configs.flatMap((config) => splitsOfConfig(data, config));
  return named.length > 0 ? named : byNames(data);
}

/** Those that a name means. */
export function chosenSplits(
  splits: readonly HubSplit[],
  { config, split }: Pick<HubName, 'config' | 'split'>,
): readonly HubSplit[] {
  return splits.filter(
    (each) => (config === null || each.config === config) && (split === null || each.split === split),
  );
}

function splitsOfConfig(data: readonly HubFile[], { name, folder, files }: CardConfig): readonly HubSplit[] {
  const within = folder === '' ? '' : `${folder.replace(/^\.?\/|\/$/g, '')}/`;
  if (files === null)
    return byNames(data.filter(({ path }) => path.startsWith(within))).map((split) => ({
      ...split,
      config: name,
    }));
  return files
    .map(({ split, patterns }) => {
      const fits = patterns.map((pattern) => matcher(within + pattern.replace(/^\.\//, '')));
      return { config: name, split, files: data.filter(({ path }) => fits.some((fit) => fit(path))) };
    })
    .filter((split) => split.files.length > 0);
}

/** `taco/train-00000-of-00002.parquet` is the first part of `train` of `taco`. */
function byNames(data: readonly HubFile[]): readonly HubSplit[] {
  const splits = new Map<string, { config: string; split: string; files: HubFile[] }>();
  for (const file of data) {
    const cut = file.path.lastIndexOf('/');
    const folder = file.path.slice(0, Math.max(0, cut));
    const config = folder === '' || folder === 'data' ? ONLY_CONFIG : folder;
    const split = file.path
      .slice(cut + 1)
      .replace(/\..*$/, '')
      .replace(/-\d{5}-of-\d{5}(-[0-9a-f]+)?$/, '');
    const key = JSON.stringify([config, split]);
    if (!splits.has(key)) splits.set(key, { config, split, files: [] });
    splits.get(key)!.files.push(file);
  }
  return [...splits.values()];
}

/** A card is a stranger's: a pattern of many stars would take for ever. */
const MOST_STARS = 6;

function matcher(pattern: string): (path: string) => boolean {
  if (pattern.split('*').length - 1 > 2 * MOST_STARS || pattern.length > 500) return () => false;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (wild) => (wild.startsWith('**') ? '.*' : wild === '*' ? '[^/]*' : '[^/]'));
  const whole = new RegExp(`^${source}$`);
  return (path) => path.length <= 1000 && whole.test(path);
}
