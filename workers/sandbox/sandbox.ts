/**
 * The script of the sandbox document. It runs inside `<iframe sandbox="allow-scripts">`: an opaque origin with no
 * storage, no keys and, because of its policy, no network. One message from its parent starts it.
 */
import { Frame } from '../../src/sandbox/frame/frame.ts';
import { FRAME_CALL, frameHello, type FrameInit } from '../../src/sandbox/protocol/page-frame.ts';

// The script must not run in the page itself, whose policy has to allow it, or in a frame that has
// `allow-same-origin` by mistake.
if (self.origin === 'null') listen();

function listen(): void {
  let hasStarted = false;
  const key = document.documentElement.dataset['engine'] ?? '';
  const greet = (): void => parent.postMessage(frameHello(key), '*');
  self.addEventListener('message', (event: MessageEvent<FrameInit | typeof FRAME_CALL>) => {
    if (event.source !== parent || hasStarted) return;
    if (event.data === FRAME_CALL) {
      greet();
      return;
    }
    const [port, assets] = event.ports;
    if (port === undefined || assets === undefined) return;
    hasStarted = true;
    void Frame.start(event.data, port, assets);
  });
  greet();
}
