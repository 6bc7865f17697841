/**
 * Pyodide 314 refuses classic workers, and asks by calling `importScripts`. A module worker cannot be
 * started from a blob in an opaque origin (Chromium), so the question must get the other answer. This
 * stands in a module of its own because imports run before any other line of the entry.
 */
Object.defineProperty(self, 'importScripts', { value: undefined });
export {};
