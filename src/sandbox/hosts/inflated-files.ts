/** Files of the engine that are inflated for every start; by the names under which they are built. */
export const INFLATED = ['python-worker', 'pyodide.wasm', 'snapshot', 'stdlib.zip'] as const;
export type EngineFileName = (typeof INFLATED)[number];

/**
 * Keeps them as they are used, between visits: inflating them takes a quarter of a start. Losing them costs time
 * only, so all may fail or forget at will.
 */
export interface InflatedFiles {
  /** Returns the stored file: the frame reads it, not the page. */
  load(name: EngineFileName): Promise<Blob | null>;
  /** Inflates them anew, away from the page's thread. */
  keep(names: readonly EngineFileName[]): Promise<void>;
  /** Python did not start: the next one goes without them. */
  forget(names: readonly EngineFileName[]): Promise<void>;
}
