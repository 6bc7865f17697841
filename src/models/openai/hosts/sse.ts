import { createParser } from 'eventsource-parser';
import type { Absence, Arrival } from '../../downloads/hosts/watchdog.ts';

export type ServerEvent =
  | {
      readonly type: 'event';
      /** The event's name; '' when it has none. */
      readonly name: string;
      readonly data: string;
      /** The stream ended inside this event: its data may be cut. */
      readonly cut: boolean;
    }
  /** The last one, always. */
  | { readonly type: 'end'; readonly why: 'closed' | Absence };

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/**
 * Reads server-sent events from a body: LF or CRLF, comments skipped, characters split across chunks put
 * together. A last event without its blank line is given too, marked `cut`. `wait` waits for a chunk of
 * bytes under whatever limit the caller has. Leaving the loop early cancels the body.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  wait: (chunk: Promise<Chunk>) => Promise<Arrival<Chunk>>,
): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  let cut = false;
  const parser = createParser({
    onEvent: ({ event, data }) => waiting.push({ type: 'event', name: event ?? '', data, cut }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await wait(reader.read());
      if (!chunk.arrived || chunk.value.done) {
        cut = true;
        parser.feed(`${decoder.decode()}\n\n`);
        yield* waiting.splice(0);
        yield { type: 'end', why: chunk.arrived ? 'closed' : chunk.why };
        return;
      }
      parser.feed(decoder.decode(chunk.value.value, { stream: true }));
      yield* waiting.splice(0);
    }
  } finally {
    // Rejects when the body has failed already, and then there is nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}
