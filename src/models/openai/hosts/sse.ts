import { createParser } from 'eventsource-parser';
import { taskYielder } from '../../../base/task-yielder.ts';
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
  /** The last one, always. `stray`: the lines that belong to no event, as of a body that is no stream at all. */
  | { readonly type: 'end'; readonly why: 'closed' | Absence; readonly stray: string };

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** An event that does not end by then is none. */
const MOST_EVENT_BYTES = 4 << 20;

/**
 * Reads server-sent events from a body: LF or CRLF, comments skipped, characters split across chunks put
 * together. A last event without its blank line is given too, marked `cut`, and a field named `error` as an event of
 * that name. `wait` waits for a chunk of bytes under whatever limit the caller has. Leaving the loop early cancels
 * the body.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  wait: (chunk: Promise<Chunk>) => Promise<Arrival<Chunk>>,
): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  let cut = false;
  let stray = '';
  const parser = createParser({
    onEvent: ({ event, data }) => waiting.push({ type: 'event', name: event ?? '', data, cut }),
    onError({ type, field, value, line }) {
      if (type !== 'unknown-field') return;
      // llama.cpp's field for a failure; by the standard a client may ignore it.
      if (field === 'error') waiting.push({ type: 'event', name: 'error', data: value ?? '', cut });
      else if (stray.length < MOST_EVENT_BYTES) stray += `${line ?? ''}\n`;
    },
  });
  const decoder = new TextDecoder();
  let since = 0;
  /** A nearby server sends faster than the page can follow: the user must be able to stop it. */
  const breathe = taskYielder();
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await wait(reader.read());
      if (!chunk.arrived || chunk.value.done) {
        cut = true;
        parser.feed(`${decoder.decode()}\n\n`);
        yield* waiting.splice(0);
        yield { type: 'end', why: chunk.arrived ? 'closed' : chunk.why, stray };
        return;
      }
      parser.feed(decoder.decode(chunk.value.value, { stream: true }));
      since = waiting.length > 0 ? 0 : since + chunk.value.value.length;
      if (since > MOST_EVENT_BYTES) {
        yield { type: 'end', why: 'closed', stray };
        return;
      }
      for (const event of waiting.splice(0)) {
        yield event;
        await breathe();
      }
      await breathe();
    }
  } finally {
    // Rejects when the body has failed already, and then there is nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}
