/** Entry point of `embed.html`: the frame of a problem in a course page, or the frame of its engine. */
import '../../kit/tokens.css';
import '../../kit/base.css';
import '../../kit/layout.css';
import { CONNECT, ENGINE_HASH, HELLO } from './protocol.ts';

if (window.parent === window) {
  const { showPlainPage } = await import('../plain-page.ts');
  showPlainPage('Allpass in a course page', [
    'This address belongs into a frame of another page, which shows one problem with its judge. The script embed/allpass-problem.js of this site makes the frame.',
  ]);
} else {
  // The code loads while the page outside answers.
  const loading =
    location.hash === ENGINE_HASH
      ? import('./engine.ts').then(({ startEngine }) => startEngine())
      : import('./problem-frame.ts').then(({ startProblem }) => startProblem());
  addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== window.parent || data !== CONNECT || port === undefined) return;
    void loading.then((connect) => connect(port));
  });
  // The problems' frames look for the engine as soon as its frame has said hello.
  if (location.hash === ENGINE_HASH) await loading;
  // The course page may be of any origin, so this message contains nothing.
  window.parent.postMessage(HELLO, '*');
}
