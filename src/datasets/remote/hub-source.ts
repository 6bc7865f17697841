/** Chosen splits of a data set on the Hub, as a source to be read. */
import type { ImportSource } from '../set-import.ts';
import type { Fileless, HubListing, HubSplit } from './hub-splits.ts';

/** @param base the address of the Hub */
export function hubSource(
  base: string,
  { repo, revision, splits }: HubListing,
  chosen: readonly HubSplit[],
): ImportSource & { readonly kind: 'hub' } {
  const from = `${base.replace(/\/+$/, '')}/datasets/${repo}/resolve/${revision}/`;
  // Splits may share files.
  const byPath = new Map(chosen.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  const files = [...byPath.values()].map(({ path, size }) => ({
    name: `${repo}/${path}`,
    url: from + path.split('/').map(encodeURIComponent).join('/'),
    size,
  }));
  return { kind: 'hub', name: setName(repo, splits, chosen), files };
}

/** Returns the name of a set: the text that would ask for it, if there is one. */
function setName(repo: string, all: readonly HubSplit[], chosen: readonly HubSplit[]): string {
  if (chosen.length === all.length) return repo;
  const configs = new Set(chosen.map(({ config }) => config));
  const [config] = configs;
  if (config === undefined || configs.size > 1)
    return `${repo} (${chosen.map((each) => splitText(each)).join(', ')})`;
  const ofConfig = all.filter((each) => each.config === config);
  const one = `${repo}/${config}`;
  return chosen.length === ofConfig.length ? one : `${one}:${chosen.map(({ split }) => split).join('+')}`;
}

/** A split with its configuration, as `/config:split` is written behind a name. */
export function splitText({ config, split }: Fileless): string {
  return split === null ? config : `${config}:${split}`;
}
