/**
 * Pyodide refuses classic workers, and asks by importing a script from a `data:` address. A module worker cannot be
 * started from a blob in an opaque origin (Chromium), so the question must get the other answer. The frame's policy
 * gives the same one, with two errors in the console. Imported first: Pyodide asks before any other line of the entry.
 */
Object.defineProperty(self, 'importScripts', {
  configurable: true,
  // Thrown as it is: for an exception of its own a browser that is watched reads the whole script again.
  value: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw null;
  },
});
export {};
