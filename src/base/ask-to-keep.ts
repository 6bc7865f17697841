interface Keeper {
  readonly storage?: { persist?(): Promise<boolean> };
}

let hasAsked = false;

/**
 * Asks the browser once in a visit to keep the stored data, so that it clears nothing when the disk is full. Call it
 * with the first run, data set or model that a user would miss. Firefox asks the user, who may ignore the question:
 * the answer is not awaited.
 */
export function askToKeep(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Node has no navigator with a storage, and an insecure page has none either.
  const { navigator } = globalThis as { readonly navigator?: Keeper };
  void navigator?.storage?.persist?.().catch(() => false);
}
