/** These stay open for the whole test, so they are emptied: to delete them would wait for ever. */
const EMPTIED = /^allpass-(settings|sampling|prompts|gpu-settings|gpu-outcomes|cpu|downloads|test-.*)$/;

/** Takes away all that the page has stored. */
export async function forgetPage(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (EMPTIED.test(name)) {
      const database = await ended(indexedDB.open(name));
      await ended(database.transaction('records', 'readwrite').objectStore('records').clear());
      database.close();
    } else if (name.startsWith('allpass')) await ended(indexedDB.deleteDatabase(name));
  }
  for (const key of Object.keys(localStorage)) if (key.startsWith('allpass')) localStorage.removeItem(key);
}

function ended<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}
