/** Made by the build (src/node/build/engine-plugin.ts). */
declare module 'virtual:allpass-engine' {
  /** Version of the Pyodide distribution, which names its folder of packages. */
  export const pyodideVersion: string;
  /** Names the exact engine build; its files lie under `engine/<key>/` beside the page. */
  export const engineKey: string;
}
