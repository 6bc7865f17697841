/** Pyodide ships its Emscripten module without types; engine/pyodide-internals.ts declares the parts in use. */
declare module 'pyodide/pyodide.asm.mjs' {
  const createModule: unknown;
  export default createModule;
}
