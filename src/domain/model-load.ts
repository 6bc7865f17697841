/** How a model's last load on this device ended. */
export interface ModelLoad {
  readonly modelId: string;
  /** `started`: the model was loading when the page ended, as happens when memory runs out. */
  readonly result: 'started' | 'ran' | 'out-of-memory' | 'gpu-lost' | 'garbage' | 'library' | 'failed';
  readonly contextTokens: number;
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly loadMs: number | null;
  readonly tokensPerSecond: number | null;
}
