import type { Plugin } from 'vite';
import { FRAME_STYLE, FRAME_TITLE, STANDING_FRAME_ID } from '../../sandbox/protocol/page-frame.ts';
import type { EngineApi } from './engine-plugin.ts';

/**
 * Puts the sandbox frame into the page's document: its process starts beside the page's scripts, not after them, and
 * the first verdict waits for it. While the page is developed each frame is made when it is needed.
 */
export function standingFramePlugin(engine: EngineApi): Plugin {
  return {
    name: 'allpass-standing-frame',
    apply: 'build',
    async transformIndexHtml() {
      // Never `allow-same-origin` beside it: the two together are no sandbox at all.
      const named = { id: STANDING_FRAME_ID, title: FRAME_TITLE, style: FRAME_STYLE };
      const attrs = { ...named, sandbox: 'allow-scripts' };
      const srcdoc = await engine.frameDocument();
      return [{ tag: 'iframe', attrs: { ...attrs, srcdoc }, injectTo: 'body-prepend' }];
    },
  };
}
