/**
 * The script of the sandbox document. It runs inside `<iframe sandbox="allow-scripts">`: an opaque
 * origin with no storage, no keys and, by its policy, no network. It takes one message, from its parent.
 */
import { Frame } from '../../src/judge/frame/frame.ts';
import { FRAME_HELLO, type FrameInit } from '../../src/judge/protocol/page-frame.ts';

// In the page itself, whose policy has to allow this script, or with `allow-same-origin` by mistake: it must not start.
if (self.origin === 'null') listen();

function listen(): void {
  let started = false;
  self.addEventListener('message', (event: MessageEvent<FrameInit>) => {
    const port = event.ports[0];
    if (event.source !== parent || started || port === undefined) return;
    started = true;
    void Frame.start(event.data, port);
  });
  parent.postMessage(FRAME_HELLO, '*');
}
