import { SvelteSet } from 'svelte/reactivity';
import { errorMessage } from '../../../base/error-message.ts';
import {
  HUB_URL,
  hubBaseFault,
  hubNameText,
  parseGivenAddress,
  type HubName,
} from '../../../datasets/remote/given-address.ts';
import {
  chosenSplits,
  hubSource,
  splitText,
  type HubListing,
  type HubSplit,
} from '../../../datasets/remote/hub-splits.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

const STORED_AS = 'allpass-hub-1';

export interface RemoteImportParts {
  /** Lists a data set of the Hub at an address. Rejects with NotOnHub. */
  readonly listHub: (base: string, repo: string, signal: AbortSignal) => Promise<HubListing>;
  readonly storage: WebStorage;
}

/**
 * A data set that is imported from an address or the Hub: the typed text, the listing for it, and the chosen
 * splits.
 */
export class RemoteImportState {
  readonly #dependencies: RemoteImportParts;
  #text = $state('');
  #base = $state('');
  isLooking = $state(false);
  /** The error message; null if there is none. */
  trouble = $state<string | null>(null);
  /** The splits to choose from; null if there are none. */
  listing = $state.raw<HubListing | null>(null);
  readonly #chosenKeys = new SvelteSet<string>();
  #hubRequest: AbortController | null = null;

  constructor(parts: RemoteImportParts) {
    this.#dependencies = parts;
    const storedBase = parts.storage.read(STORED_AS) ?? '';
    if (storedBase === '' || hubBaseFault(storedBase) === null) this.#base = storedBase;
    else parts.storage.delete(STORED_AS);
  }

  get text(): string {
    return this.#text;
  }

  /** A new text discards the results for the previous one. */
  set text(text: string) {
    this.#text = text;
    this.#forget();
  }

  /** The typed address of the Hub; '' for the default. */
  get base(): string {
    return this.#base;
  }

  set base(base: string) {
    this.#base = base;
    this.#forget();
    if (base.trim() === '') this.#dependencies.storage.delete(STORED_AS);
  }

  isChosen(split: HubSplit): boolean {
    return this.#chosenKeys.has(splitText(split));
  }

  choose(split: HubSplit, isSelected: boolean): void {
    if (isSelected) this.#chosenKeys.add(splitText(split));
    else this.#chosenKeys.delete(splitText(split));
  }

  get chosenSplits(): readonly HubSplit[] {
    return this.listing?.splits.filter((split) => this.isChosen(split)) ?? [];
  }

  /** Returns the source to read; null if the user must choose or correct something first. */
  async settle(): Promise<ImportSource | null> {
    if (this.listing !== null) return this.#ofListing(this.listing, this.chosenSplits);
    const hubBase = this.#hubBase();
    if (hubBase === null) return null;
    const parsedAddress = parseGivenAddress(this.#text, hubBase);
    if (parsedAddress.kind === 'refused') {
      this.trouble = parsedAddress.why;
      return null;
    }
    return parsedAddress.kind === 'address' ? parsedAddress : this.#lookUp(hubBase, parsedAddress.hub);
  }

  /** Aborts the search and discards the typed text, after the import has started or was cancelled. */
  clear(): void {
    this.text = '';
  }

  async #lookUp(base: string, hub: HubName): Promise<ImportSource | null> {
    this.#forget();
    const { signal } = (this.#hubRequest = new AbortController());
    this.isLooking = true;
    try {
      const listing = await this.#dependencies.listHub(base, hub.repo, signal);
      if (signal.aborted) return null;
      const selectedSplits = chosenSplits(listing.splits, hub);
      if (selectedSplits.length === 0)
        this.trouble = `${hub.repo} has no ${hubNameText(hub).slice(hub.repo.length)}: choose from what it has.`;
      // A name that selects all splits needs no choice. Splits that the data set card lists, but the
      // repository lacks, are shown first.
      const isWhole = chosenSplits(listing.filelessEntries, hub).length === 0;
      if (selectedSplits.length === 1 && isWhole) return this.#ofListing(listing, selectedSplits);
      this.listing = listing;
      for (const split of hub.config === null ? [] : selectedSplits) this.choose(split, true);
    } catch (error) {
      if (!signal.aborted) this.trouble = `${hub.repo} ${errorMessage(error)}.`;
    } finally {
      if (this.#hubRequest?.signal === signal) this.isLooking = false;
    }
    return null;
  }

  #ofListing(listing: HubListing, splits: readonly HubSplit[]): ImportSource | null {
    return splits.length === 0 ? null : hubSource(this.#base.trim() || HUB_URL, listing, splits);
  }

  #hubBase(): string | null {
    const base = this.#base.trim();
    if (base === '') return HUB_URL;
    const fault = hubBaseFault(base);
    if (fault !== null) {
      this.trouble = fault;
      return null;
    }
    this.trouble = null;
    // The address is not stored while it is being typed, because the text before an @ looks like a host.
    this.#dependencies.storage.write(STORED_AS, base);
    return base;
  }

  #forget(): void {
    this.#hubRequest?.abort();
    this.#hubRequest = null;
    this.isLooking = false;
    this.trouble = null;
    this.listing = null;
    this.#chosenKeys.clear();
  }
}
