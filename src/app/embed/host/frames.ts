/** Frames of Allpass in a page of any origin. The page's policy may forbid styles, so elements get theirs by script. */
import { CONNECT, ENGINE_HASH, HELLO } from '../protocol.ts';

const HELLO_DEADLINE_MILLISECONDS = 30_000;

export interface Frame {
  readonly element: HTMLIFrameElement;
  readonly remove: () => void;
}

/**
 * Adds a frame and connects it. A frame that reloads is connected again.
 * @param base address of the folder of Allpass
 * @param onPort called with the port to the frame
 * @param onSilence called if the frame has not started within half a minute
 */
export function addFrame(
  parent: Node,
  base: URL,
  hash: string,
  onPort: (port: MessagePort) => void,
  onSilence: () => void,
): Frame {
  const element = document.createElement('iframe');
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== element.contentWindow || origin !== base.origin || data !== HELLO) return;
    clearTimeout(deadline);
    const { port1, port2 } = new MessageChannel();
    // Only Allpass receives the port, even if the frame has gone elsewhere since.
    element.contentWindow?.postMessage(CONNECT, base.origin, [port2]);
    onPort(port1);
  };
  const deadline = setTimeout(onSilence, HELLO_DEADLINE_MILLISECONDS);
  addEventListener('message', onMessage);
  element.src = new URL(`embed.html${hash}`, base).href;
  element.allow = 'clipboard-write';
  parent.appendChild(element);
  return {
    element,
    remove() {
      clearTimeout(deadline);
      removeEventListener('message', onMessage);
      element.remove();
    },
  };
}

/** Adds the hidden frame of the engine. A frame that is not displayed would not run everywhere. */
export function addEngineFrame(base: URL, onPort: (port: MessagePort) => void, onSilence: () => void): Frame {
  const frame = addFrame(document.body, base, ENGINE_HASH, onPort, onSilence);
  frame.element.title = 'Runs Python for Allpass';
  frame.element.tabIndex = -1;
  frame.element.ariaHidden = 'true';
  frame.element.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
  return frame;
}
