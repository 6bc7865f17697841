let hasAsked = false;

/**
 * Asks the browser once in a visit to keep what is stored, so that it clears nothing when the disk is full. Call it
 * with the first data that a user would miss. Firefox asks the user, who may ignore the question: the answer is not
 * awaited.
 */
export function askToKeep(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Tests in Node have no navigator with a storage.
  void globalThis.navigator?.storage?.persist?.().catch(() => false);
}
