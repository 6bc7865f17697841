/** Names of files that have none of their own. */
export const compiledLibrary = 'the compiled library (.wasm)';
