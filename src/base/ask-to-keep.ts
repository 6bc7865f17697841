interface Keeper {
  readonly storage?: { persist?(): Promise<boolean> };
}

let hasAsked = false;

/**
 * Asks the browser, once per visit, to keep the stored data when the disk is full. Called when the first run, data
 * set or model is stored. Firefox asks the user, who may ignore the question, so the answer is not awaited.
 */
export function askToKeep(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Node has no `navigator.storage`, and neither has an insecure page.
  const { navigator } = globalThis as { readonly navigator?: Keeper };
  void navigator?.storage?.persist?.().catch(() => false);
}
