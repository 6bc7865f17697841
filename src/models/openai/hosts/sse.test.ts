import { describe, expect, it } from 'vitest';
import { readServerEvents, type ServerEvent } from './sse.ts';
import type { Arrival } from '../../downloads/hosts/watchdog.ts';

function body(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function read(text: string, size: number): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  const wait = async <T>(chunk: Promise<T>): Promise<Arrival<T>> => ({ arrived: true, value: await chunk });
  for await (const event of readServerEvents(body(new TextEncoder().encode(text), size), wait))
    events.push(event);
  return events;
}

describe('readServerEvents', () => {
  it.each(['\n', '\r\n'])(
    'gives the same wherever the bytes are cut, lines ending in %j',
    async (lineEnd) => {
      const text = ': ping\n\ndata: naïve 数 😀\n\nevent: error\ndata: one\ndata: two\n\ndata: cut 😀';
      for (let size = 1; size < 12; size++) {
        expect(await read(text.replaceAll('\n', lineEnd), size)).toEqual([
          { type: 'event', name: '', data: 'naïve 数 😀', isCut: false },
          { type: 'event', name: 'error', data: 'one\ntwo', isCut: false },
          { type: 'event', name: '', data: 'cut 😀', isCut: true },
          { type: 'end', why: 'closed', strayText: '' },
        ]);
      }
    },
  );

  it('gives what came before a body fails, and says why it ended', async () => {
    const events: ServerEvent[] = [];
    let reads = 0;
    const wait = async <T>(chunk: Promise<T>): Promise<Arrival<T>> =>
      ++reads > 1 ? { arrived: false, why: 'silent' } : { arrived: true, value: await chunk };
    const bytes = new TextEncoder().encode('data: a\n\ndata: b');
    for await (const event of readServerEvents(body(bytes, bytes.length), wait)) events.push(event);
    expect(events).toEqual([
      { type: 'event', name: '', data: 'a', isCut: false },
      { type: 'event', name: '', data: 'b', isCut: true },
      { type: 'end', why: 'silent', strayText: '' },
    ]);
  });

  it('gives what is no event: a body in one piece, and fields named error', async () => {
    const whole = '{"choices": [\n  {"index": 0}\n]}';
    for (const size of [1, 5, 100]) {
      expect(await read(whole, size)).toEqual([{ type: 'end', why: 'closed', strayText: `${whole}\n` }]);
      expect(await read('error: {"code":400}\n\ndata: [DONE]\n\n', size)).toEqual([
        { type: 'event', name: 'error', data: '{"code":400}', isCut: false },
        { type: 'event', name: '', data: '[DONE]', isCut: false },
        { type: 'end', why: 'closed', strayText: '' },
      ]);
    }
  });

  it('cancels a body that is not read to its end', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    const wait = async <T>(chunk: Promise<T>): Promise<Arrival<T>> => ({ arrived: true, value: await chunk });
    for await (const event of readServerEvents(endless, wait)) {
      expect(event.type).toBe('event');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
