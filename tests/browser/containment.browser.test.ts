/** The data that crosses into the sandbox, and the parts of the page that the sandbox itself can reach. */
import { afterAll, describe, expect, test } from 'vitest';
import { fetchFrameDocument } from '../../src/sandbox/hosts/engine-assets.ts';
import { scriptOf } from '../../src/judge/runner.ts';
import { judge } from '../builders/echoing.ts';
import { problemOf } from '../builders/problem.ts';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import { engineLocation, makeSandbox } from './sandbox.ts';

const SECRET_OUTPUT = 'expected-7f3a91';

/** Everything any port or window was given to send, as text. */
const sent: string[] = [];
for (const prototype of [MessagePort.prototype, Window.prototype, Worker.prototype] as {
  postMessage: unknown;
}[]) {
  const original = prototype.postMessage as (...args: unknown[]) => void;
  prototype.postMessage = function (this: unknown, ...args: unknown[]) {
    sent.push(JSON.stringify(args[0], (_, value: unknown) => (value instanceof ArrayBuffer ? '' : value)));
    Reflect.apply(original, this, args);
  };
}

const runner = makeSandbox();
afterAll(() => runner.dispose());

const problem = problemOf({
  id: 'secret-problem-id',
  title: 'Secret title',
  prompt: 'Secret statement',
  tests: Array.from({ length: 40 }, (_, index) => ({
    input: `input-${index}\n`,
    output: `${SECRET_OUTPUT}-${index}`,
  })),
  timeLimitSeconds: 5,
});
const SLOW = 'import time\ntime.sleep(3)\nprint(input())';

describe('the sandbox', () => {
  test('is told inputs and source, never expected outputs, how many tests there are, or what the problem is', async () => {
    const report = await judge(runner, problem, { stopAtFirstFailure: true }, 'print(input())');
    expect(report).toMatchObject({ verdict: 'wrong-answer', firstFailed: 0 });
    const wire = sent.join('\n');
    expect(wire).toContain('input-0');
    expect(wire).toContain('print(input())');
    for (const secret of [
      SECRET_OUTPUT,
      'secret-problem-id',
      'Secret title',
      'Secret statement',
      'input-39',
    ]) {
      expect(wire).not.toContain(secret);
    }
  });

  test('is an opaque origin without the page’s storage, and has no way to connect', async () => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Python sandbox"]')!;
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts');
    expect(frame.contentDocument).toBeNull();
    const policy = /content="([^"]+)"/.exec(frame.srcdoc)![1]!;
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'$/,
    );
  });

  test('is replaced when it dies, and what ran then is run again', async () => {
    const judged = judge(runner, problem, { tests: 'public', stopAtFirstFailure: true }, SLOW);
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Python sandbox"]')!;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    // Its document, its workers and its port are gone without a word, as when its process dies.
    frame.srcdoc = '';
    expect(await judged).toMatchObject({ verdict: 'wrong-answer', firstFailed: 0 });
    expect(document.querySelector('iframe[title="Python sandbox"]')).not.toBe(frame);
  });

  test.for([null, 'allow-scripts allow-same-origin'])(
    'does not start in a frame with sandbox=%s',
    async (held) => {
      const frame = document.createElement('iframe');
      if (held !== null) frame.setAttribute('sandbox', held);
      const hello = new Promise((resolve) => {
        window.addEventListener(
          'message',
          (event) => event.source === frame.contentWindow && resolve(event.data),
        );
        setTimeout(() => resolve('nothing said'), 1500);
      });
      frame.srcdoc = await fetchFrameDocument(engineLocation);
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      expect(frame.contentDocument?.scripts.length).toBe(1);
      expect(await hello).toBe('nothing said');
      frame.remove();
    },
  );

  test('leaves Python only the globals the language needs', async () => {
    const names = [
      'fetch',
      'Worker',
      'XMLHttpRequest',
      'WebSocket',
      'EventSource',
      'importScripts',
      'indexedDB',
    ];
    const more = ['caches', 'navigator', 'BroadcastChannel', 'Notification', 'postMessage', 'WebTransport'];
    const source = `import js\nprint([n for n in ${JSON.stringify([...names, ...more])} if getattr(js, n, None) is not None])`;
    expect(await outcomesOf(source)).toMatchObject([{ type: 'exited', stdout: '[]\n' }]);
  });

  test('runs no finaliser: it would release an address that a restore has given away', async () => {
    // The browser's own constructor wants a callback.
    const source = 'import js\nprint(js.FinalizationRegistry.new().register())';
    expect(await outcomesOf(source)).toMatchObject([{ type: 'exited', stdout: 'None\n' }]);
  });
});

async function outcomesOf(source: string): Promise<readonly unknown[]> {
  const session = await runner.open(scriptOf(source), limitsOf(10), turn());
  return outcomesIn(session, ['']);
}
