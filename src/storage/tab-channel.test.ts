import { expect, it, vi } from 'vitest';
import { openTabChannel } from './tab-channel.ts';

it('a browser that lets the page store nothing has no channel between tabs, and the page starts', () => {
  // As Firefox does with cookies blocked.
  vi.stubGlobal('BroadcastChannel', function () {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const channel = openTabChannel();
  channel.listen(() => expect.fail('there is no other tab'));
  channel.post({ type: 'opened', problem: { set: 'allpass', id: 'one' } });
});
