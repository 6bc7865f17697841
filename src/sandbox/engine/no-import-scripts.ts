/**
 * Makes `importScripts` throw. Pyodide refuses classic workers, which it detects by importing a script from a
 * `data:` address. Chromium cannot start a module worker from a blob in an opaque origin, so Pyodide must not
 * detect a classic worker. The frame's policy makes `importScripts` fail too, but with two errors in the console.
 * Import this file first, because Pyodide detects classic workers when its module is evaluated.
 */
Object.defineProperty(self, 'importScripts', {
  configurable: true,
  // Throws a value that is not an Error: for an Error, a browser with open developer tools parses the script again.
  value: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw null;
  },
});
export {};
