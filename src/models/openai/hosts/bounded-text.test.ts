import { expect, it } from 'vitest';
import { boundedText } from './bounded-text.ts';

it('reads a text whole, characters split between chunks put together', async () => {
  const bytes = new TextEncoder().encode('größe €');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await boundedText(new Response(body))).toBe('größe €');
});

it('hangs up on a text that never ends', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(0x61)),
    cancel: () => void (cancelled = true),
  });
  expect((await boundedText(new Response(body))).length).toBeLessThan(16 << 20);
  expect(cancelled).toBe(true);
});
