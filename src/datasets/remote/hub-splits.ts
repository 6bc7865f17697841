/** Groups the files of a data set on the Hub into splits, by the dataset card or else by the names of the files. */
import { isDataFile } from '../containers/contents.ts';
import type { ImportSource } from '../set-import.ts';
import { globMatcher, type GlobBudget } from './glob.ts';
import type { HubName } from './given-address.ts';

export interface HubFile {
  readonly path: string;
  readonly size: number;
}

export interface HubSplit {
  readonly config: string;
  readonly split: string;
  readonly files: readonly HubFile[];
}

/** An entry of a card for which there are no files. */
export interface Fileless {
  readonly config: string;
  /** Null for a whole configuration. */
  readonly split: string | null;
}

/** The splits with their files, and the entries without files. */
export interface HubSplits {
  readonly splits: readonly HubSplit[];
  readonly filelessEntries: readonly Fileless[];
}

/** The Hub's description of a data set, reduced to the fields that are used here. */
export interface HubListing extends HubSplits {
  readonly repo: string;
  /** The commit of the list. Files are read from this commit, even if others are uploaded later. */
  readonly revision: string;
}

/** A configuration of a card (`configs` in the README's metadata), as parsed by the Hub. */
export interface CardConfig {
  readonly name: string;
  readonly folder: string;
  /** The splits with their path patterns; null if the files have to be grouped by their names. */
  readonly files: readonly { readonly split: string; readonly patterns: readonly string[] }[] | null;
}

/** Name of the configuration of a data set that has only one. */
export const ONLY_CONFIG = 'default';

/**
 * Maximum number of steps for all patterns of a card, about one second. A card that needs more steps or has an
 * unsupported pattern is ignored, because some of its files would be missing.
 */
const MOST_STEPS = 20_000_000;

/** A data set that the Hub does not list. The message follows the name of the data set. */
export class NotOnHub extends Error {
  override readonly name = 'NotOnHub';
}

const MAX_NAMED_PARTS = 12;

/** @param configs the configurations of the card; empty if it has none */
export function splitsOf(files: readonly HubFile[], configs: readonly CardConfig[]): HubSplits {
  const data = files.filter(({ path }) => isDataFile(path) && !/(^|\/)\./.test(path));
  const budget = { remainingSteps: MOST_STEPS };
  const configSplits = configs.map((config) => splitsOfConfig(data, config, budget));
  if (budget.remainingSteps < 0)
    return {
      splits: byNames(data),
      filelessEntries: configs.map(({ name }) => ({ config: name, split: null })),
    };
  const splits = configSplits.flatMap((each) => each.splits);
  return {
    splits: splits.length > 0 ? splits : byNames(data),
    filelessEntries: configSplits.flatMap((each) => each.filelessEntries),
  };
}

/** Returns the splits that a name selects. */
export function chosenSplits<Named extends Fileless>(
  splits: readonly Named[],
  { config, split }: Pick<HubName, 'config' | 'split'>,
): readonly Named[] {
  return splits.filter(
    (each) =>
      (config === null || each.config === config) &&
      (split === null || each.split === null || each.split === split),
  );
}

function splitsOfConfig(
  data: readonly HubFile[],
  { name, folder, files }: CardConfig,
  budget: GlobBudget,
): HubSplits {
  const folderPrefix = folder === '' ? '' : `${folder.replace(/^\.?\/|\/$/g, '')}/`;
  const inFolder = data.filter(({ path }) => path.startsWith(folderPrefix));
  const allSplits =
    files === null
      ? byNames(inFolder).map((split) => ({ ...split, config: name }))
      : files.map(({ split, patterns }) => {
          const matchers = patterns.map((pattern) => globMatcher(pattern.replace(/^\.\//, ''), budget));
          // The name of the folder is not part of the pattern.
          const isOf = (path: string): boolean =>
            matchers.some((matches) => matches(path.slice(folderPrefix.length)));
          return { config: name, split, files: inFolder.filter(({ path }) => isOf(path)) };
        });
  const splits = allSplits.filter((split) => split.files.length > 0);
  const fileless =
    splits.length === 0
      ? [{ config: name, split: null }]
      : allSplits.filter((each) => each.files.length === 0).map(({ split }) => ({ config: name, split }));
  return { splits, filelessEntries: fileless };
}

/** Groups by file name: `taco/train-00000-of-00002.parquet` is the first part of the split `train` of `taco`. */
function byNames(data: readonly HubFile[]): readonly HubSplit[] {
  const splits = new Map<string, { config: string; split: string; files: HubFile[] }>();
  for (const file of data) {
    const slash = file.path.lastIndexOf('/');
    const folder = file.path.slice(0, Math.max(0, slash));
    const config = folder === '' || folder === 'data' ? ONLY_CONFIG : folder;
    const split = file.path
      .slice(slash + 1)
      .replace(/\..*$/, '')
      .replace(/-\d{5}-of-\d{5}(-[0-9a-f]+)?$/, '');
    const key = JSON.stringify([config, split]);
    if (!splits.has(key)) splits.set(key, { config, split, files: [] });
    splits.get(key)!.files.push(file);
  }
  return [...splits.values()];
}

/**
 * Returns a message about parts that a card lists but for which there are no files, or null if there are none.
 * @param partNames names of the parts
 */
export function filelessText(partNames: readonly string[]): string | null {
  if (partNames.length === 0) return null;
  const moreCount = partNames.length - MAX_NAMED_PARTS;
  const names = partNames.slice(0, MAX_NAMED_PARTS).join(', ');
  return `Its card names these too, but no file is there for them: ${names}${moreCount > 0 ? `, and ${moreCount} more` : ''}.`;
}

/**
 * Returns the selected splits of a data set as a source for an import.
 * @param base URL of the Hub
 */
export function hubSource(
  base: string,
  { repo, revision, splits }: HubListing,
  selectedSplits: readonly HubSplit[],
): ImportSource & { readonly kind: 'hub' } {
  const baseUrl = `${base.replace(/\/+$/, '')}/datasets/${repo}/resolve/${revision}/`;
  // Two splits may contain the same file.
  const byPath = new Map(
    selectedSplits.flatMap(({ files }) => files.map((file) => [file.path, file] as const)),
  );
  const files = [...byPath.values()].map(({ path, size }) => ({
    name: `${repo}/${path}`,
    url: baseUrl + path.split('/').map(encodeURIComponent).join('/'),
    size,
  }));
  return { kind: 'hub', name: setName(repo, splits, selectedSplits), files };
}

/** Returns the name of the set. If an address selects exactly these splits, it is that address. */
function setName(repo: string, allSplits: readonly HubSplit[], selectedSplits: readonly HubSplit[]): string {
  if (selectedSplits.length === allSplits.length) return repo;
  const configs = new Set(selectedSplits.map(({ config }) => config));
  const [config] = configs;
  if (config === undefined || configs.size > 1)
    return `${repo} (${selectedSplits.map((each) => splitText(each)).join(', ')})`;
  const ofConfig = allSplits.filter((each) => each.config === config);
  const configAddress = `${repo}/${config}`;
  return selectedSplits.length === ofConfig.length
    ? configAddress
    : `${configAddress}:${selectedSplits.map(({ split }) => split).join('+')}`;
}

/** Returns a split in the form `config:split`, or only the configuration if the split is null. */
export function splitText({ config, split }: Fileless): string {
  return split === null ? config : `${config}:${split}`;
}
