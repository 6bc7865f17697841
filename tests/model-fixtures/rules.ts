/** How tests make the server misbehave, and what they read back. No code: a page imports the types. */

/** The changes to requests. All that is given applies. */
export interface ServerRule {
  /** A regular expression on the path. */
  readonly path: string;
  /** How many requests it is for; without it, all. */
  readonly times?: number;
  /** No byte before the rules are dropped. */
  readonly held?: boolean;
  /** Before the first byte. */
  readonly delayMs?: number;
  readonly bytesPerSecond?: number;
  /** Answer with this status and no content. */
  readonly status?: number;
  /** The file is cut to this number of bytes, and its headers say so. */
  readonly truncateTo?: number;
  /** The connection breaks after this number of bytes. */
  readonly breakAfter?: number;
  /** The break waits for a request to `/break`, so that the receiver decides which bytes it has read before. */
  readonly breakHeld?: boolean;
  /** Every byte of the content is changed, its length kept. */
  readonly corrupt?: boolean;
  /** Answer with this text in place of the file. */
  readonly body?: string;
  /** Send all from the start whatever part was asked for. */
  readonly ignoreRange?: boolean;
}

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The header `Range`; null without one. */
  readonly range: string | null;
  /** Null while no answer has begun. */
  readonly status: number | null;
  /** All that was due has been sent. */
  readonly complete: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, without a slash at the end. */
    modelServer: string;
  }
}
