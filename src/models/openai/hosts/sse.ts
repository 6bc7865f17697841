import { createParser } from 'eventsource-parser';
import { taskYielder } from '../../../base/pause.ts';
import type { Absence, Arrival } from '../../downloads/hosts/watchdog.ts';

export type ServerEvent =
  | {
      readonly type: 'event';
      /** The event's name; '' if it has none. */
      readonly name: string;
      readonly data: string;
      /** Whether the stream ended inside this event, so that its data may be incomplete. */
      readonly isCut: boolean;
    }
  /**
   * Always the last event. `strayText`: the lines outside of events, for example those of a body that is not a
   * stream.
   */
  | { readonly type: 'end'; readonly why: 'closed' | Absence; readonly strayText: string };

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** Maximum size of an event, in bytes. */
const MOST_EVENT_BYTES = 4 << 20;

/**
 * Reads server-sent events from a body. Lines end in LF or CRLF, and comments are skipped. A last event without its
 * blank line is yielded, too, with `isCut` set. A field named `error` is yielded as an event of that name. `waitForChunk` waits
 * for a chunk of bytes, with the caller's time limit. Leaving the loop early cancels the body.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  waitForChunk: (chunk: Promise<Chunk>) => Promise<Arrival<Chunk>>,
): AsyncGenerator<ServerEvent> {
  const queuedEvents: ServerEvent[] = [];
  let isCut = false;
  let strayText = '';
  const parser = createParser({
    onEvent: ({ event, data }) => queuedEvents.push({ type: 'event', name: event ?? '', data, isCut }),
    onError({ type, field, value, line }) {
      if (type !== 'unknown-field') return;
      // llama.cpp's field for a failure. The standard allows clients to ignore it.
      if (field === 'error') queuedEvents.push({ type: 'event', name: 'error', data: value ?? '', isCut });
      else if (strayText.length < MOST_EVENT_BYTES) strayText += `${line ?? ''}\n`;
    },
  });
  const decoder = new TextDecoder();
  let bytesSinceEvent = 0;
  /**
   * A nearby server can send data faster than the page can process it. Yielding lets the user stop the
   * answer.
   */
  const yieldToTasks = taskYielder();
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await waitForChunk(reader.read());
      if (!chunk.arrived || chunk.value.done) {
        isCut = true;
        parser.feed(`${decoder.decode()}\n\n`);
        yield* queuedEvents.splice(0);
        yield { type: 'end', why: chunk.arrived ? 'closed' : chunk.why, strayText };
        return;
      }
      parser.feed(decoder.decode(chunk.value.value, { stream: true }));
      bytesSinceEvent = queuedEvents.length > 0 ? 0 : bytesSinceEvent + chunk.value.value.length;
      if (bytesSinceEvent > MOST_EVENT_BYTES) {
        yield { type: 'end', why: 'closed', strayText };
        return;
      }
      for (const event of queuedEvents.splice(0)) {
        yield event;
        await yieldToTasks();
      }
      await yieldToTasks();
    }
  } finally {
    // Rejects if the body has already failed. Then there is nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
}
