import type { StoredPage } from './stored-page.ts';

/** Makes this browser's storage what a page had left in its own: nothing else of the page stays. Runs in a page. */
export async function openStoredPage({ databases, localStorage: items }: StoredPage): Promise<void> {
  await forgetPage();
  for (const [name, records] of Object.entries(databases)) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('records');
    const database = await ended(opening);
    const transaction = database.transaction('records', 'readwrite');
    for (const [key, value] of records) transaction.objectStore('records').put(value, key);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = reject;
    });
    database.close();
  }
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
}

/** idb-keyval keeps its connections for ever, so its databases are emptied: to delete them would wait for ever, too. */
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
