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
      readonly cut: boolean;
    }
  /**
   * Always the last event. `stray`: the lines outside of events, for example those of a body that is not a
   * stream.
   */
  | { readonly type: 'end'; readonly why: 'closed' | Absence; readonly stray: string };

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** Maximum size of an event, in bytes. */
const MOST_EVENT_BYTES = 4 << 20;

/**
 * Reads server-sent events from a body. Lines end in LF or CRLF, and comments are skipped. A last event without its
 * blank line is yielded, too, with `cut` set. A field named `error` is yielded as an event of that name. `wait` waits
 * for a chunk of bytes, with the caller's time limit. Leaving the loop early cancels the body.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  wait: (chunk: Promise<Chunk>) => Promise<Arrival<Chunk>>,
): AsyncGenerator<ServerEvent> {
  const queuedEvents: ServerEvent[] = [];
  let cut = false;
  let stray = '';
  const parser = createParser({
    onEvent: ({ event, data }) => queuedEvents.push({ type: 'event', name: event ?? '', data, cut }),
    onError({ type, field, value, line }) {
      if (type !== 'unknown-field') return;
      // llama.cpp's field for a failure. The standard allows clients to ignore it.
      if (field === 'error') queuedEvents.push({ type: 'event', name: 'error', data: value ?? '', cut });
      else if (stray.length < MOST_EVENT_BYTES) stray += `${line ?? ''}\n`;
    },
  });
  const decoder = new TextDecoder();
  let since = 0;
  /**
   * A nearby server can send data faster than the page can process it. Yielding lets the user stop the
   * answer.
   */
  const breathe = taskYielder();
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await wait(reader.read());
      if (!chunk.arrived || chunk.value.done) {
        cut = true;
        parser.feed(`${decoder.decode()}\n\n`);
        yield* queuedEvents.splice(0);
        yield { type: 'end', why: chunk.arrived ? 'closed' : chunk.why, stray };
        return;
      }
      parser.feed(decoder.decode(chunk.value.value, { stream: true }));
      since = queuedEvents.length > 0 ? 0 : since + chunk.value.value.length;
      if (since > MOST_EVENT_BYTES) {
        yield { type: 'end', why: 'closed', stray };
        return;
      }
      for (const event of queuedEvents.splice(0)) {
        yield event;
        await breathe();
      }
      await breathe();
    }
  } finally {
    // Rejects if the body has already failed. Then there is nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
}
