/** Pyodide ships its Emscripten module without types; engine/pyodide-internals.ts says what is used of it. */
declare module 'pyodide/pyodide.asm.mjs' {
  const createModule: unknown;
  export default createModule;
}
