/**
 * Resolves the sources of data sets that a command reads: files and folders of the disk, addresses, and names on the
 * Hub.
 */
import { Unreadable } from '../../../datasets/containers/source-file.ts';
import { withByteCount } from '../../../datasets/hosts/source-files.ts';
import { listHub } from '../../../datasets/hosts/hub.ts';
import { listedRemote, openRemote, realmHost } from '../../../datasets/hosts/remote-file.ts';
import type { DataSetFile } from '../../../datasets/read-data-sets.ts';
import {
  HUB_URL,
  hubBaseFault,
  hubNameText,
  parseGivenAddress,
  type HubName,
} from '../../../datasets/remote/given-address.ts';
import {
  chosenSplits,
  filelessText,
  hubSource,
  NotOnHub,
  splitText,
  type HubListing,
  type HubSplit,
} from '../../../datasets/remote/hub-splits.ts';
import { givenFiles } from './source-files.ts';
import { UsageError } from '../text/messages.ts';

const ELSEWHERE = /^(https?:\/\/|hf:)/i;
const MOST_NAMED_SPLITS = 12;

/**
 * @param passed called with the number of bytes read
 * @param notify called with a message about missing files
 * @param abortPromise rejects to abort open requests
 * @throws UsageError for a missing input
 */
export async function givenInputs(
  inputs: readonly string[],
  passed: (bytes: number) => void,
  notify: (sentence: string) => void,
  abortPromise: Promise<never>,
): Promise<readonly DataSetFile[]> {
  const controller = new AbortController();
  abortPromise.catch((by: unknown) => controller.abort(by));
  const dataSets: DataSetFile[] = [];
  for (const input of inputs) {
    if (ELSEWHERE.test(input)) dataSets.push(...(await remote(input, passed, notify, controller.signal)));
    else dataSets.push(givenFiles(input, passed));
  }
  return dataSets;
}

/** Kinds of inputs other than files, for the help. */
export const INPUTS_HELP: readonly (readonly [string, string])[] = [
  ['https://…', 'a file on the web, streamed'],
  ['hf:OWNER/NAME[/CONFIG][:SPLIT]', 'a data set of the Hugging Face Hub (or of the one in HF_ENDPOINT)'],
];

async function remote(
  input: string,
  passed: (bytes: number) => void,
  notify: (sentence: string) => void,
  signal: AbortSignal,
): Promise<readonly DataSetFile[]> {
  const host = { ...realmHost, signal };
  const hubBase = process.env['HF_ENDPOINT'] || HUB_URL;
  const fault = hubBaseFault(hubBase);
  if (fault !== null) throw new UsageError(`HF_ENDPOINT: ${fault}`);
  const address = parseGivenAddress(input, hubBase);
  try {
    if (address.kind === 'refused') throw new UsageError(`${input}: ${address.why}`);
    if (address.kind === 'address') {
      const file = await openRemote(address.name, address.url, host);
      return [{ kind: 'file', file: withByteCount(file, passed) }];
    }
    const listing = await listHub(hubBase, address.hub.repo, host);
    const source = hubSource(hubBase, listing, requestedSplits(listing, address.hub));
    const fileless = filelessText(chosenSplits(listing.filelessEntries, address.hub).map(splitText));
    if (fileless !== null) notify(`${input}: ${fileless}`);
    return source.files.map(({ name, url, size }) => ({
      kind: 'file',
      file: withByteCount(listedRemote(name, url, size, host), passed),
    }));
  } catch (error) {
    if (error instanceof Unreadable || error instanceof NotOnHub)
      throw new UsageError(`${input}: ${error.message}`);
    throw error;
  }
}

/**
 * Returns all splits of one configuration. Different configurations contain different problems, or the same problems
 * twice.
 */
function requestedSplits({ splits, filelessEntries }: HubListing, hub: HubName): readonly HubSplit[] {
  const matches = chosenSplits(splits, hub);
  const name = `hf:${hubNameText(hub)}`;
  const splitNames = splits
    .slice(0, MOST_NAMED_SPLITS)
    .map((split) => `hf:${hub.repo}/${splitText(split)}`)
    .join(', ');
  const availableText = `there are ${splitNames}${splits.length > MOST_NAMED_SPLITS ? ', …' : ''}`;
  const isPromised = chosenSplits(filelessEntries, hub).length > 0;
  if (matches.length === 0)
    throw new UsageError(
      `${name}: ${isPromised ? 'no file is there for what its card names so' : 'has no such part'}; ${availableText}`,
    );
  if (new Set(matches.map(({ config }) => config)).size > 1)
    throw new UsageError(`${name}: has several configurations: name one; ${availableText}`);
  return matches;
}
