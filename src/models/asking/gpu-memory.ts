/** The memory about models on the GPU between visits; the asker passes it in. */
import type { ModelLoad } from '../../domain/model-load.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';

/** How each model's last load on this device ended. */
export interface LoadMemory {
  /** Null for a model that was never loaded here. */
  last(modelId: string): ModelLoad | null;
  /** Kept for the next visit alone: should the page go down while it loads, this is all that is left. */
  begin(load: ModelLoad): Promise<void>;
  /** As if it had not begun. */
  takeBack(modelId: string): void;
  remember(load: ModelLoad): void;
}

/** Interrupted answers, each with its journal in the engine's care. */
export interface UnfinishedMemory {
  /** Those that can be continued, newest first; one that is being written is not among them. */
  readonly offered: readonly UnfinishedAnswer[];
  /** It is being written: kept for the next visit, should this one break off. */
  keep(record: UnfinishedAnswer): void;
  /** It was interrupted in this visit. */
  offer(record: UnfinishedAnswer): void;
  /** It is being taken up. */
  withdraw(sessionId: string): void;
  /** It has become whole; the engine has thrown its journal away. */
  finish(sessionId: string): void;
  /** The answer is not wanted any more; its journal is deleted with it. */
  forget(sessionId: string): Promise<void>;
}
