/** The sandbox's frame dies while it starts: no program is in it yet, and none waits for it without end. */
import { expect, test } from 'vitest';
import type { EngineFileName, InflatedFiles } from '../../src/sandbox/hosts/inflated-files.ts';
import type { SandboxRunner, SandboxStatus } from '../../src/sandbox/hosts/sandbox-runner.ts';
import { FRAME_TITLE } from '../../src/sandbox/protocol/page-frame.ts';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import { scriptOf } from '../../src/judge/runner.ts';
import { makeSandbox } from './sandbox.ts';

const openOn = (runner: SandboxRunner) => runner.open(scriptOf('print(7)'), limitsOf(20), turn());

/**
 * Files without a copy from an earlier visit. The first request for each waits for `arrive`; later ones return null at
 * once.
 */
function slowFiles() {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const asked: EngineFileName[] = [];
  const files: InflatedFiles = {
    async load(name) {
      const isFirst = !asked.includes(name);
      asked.push(name);
      if (isFirst) await arrived;
      return null;
    },
    keep: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
  return { files, arrive, asked };
}

/** Resolves when a new frame has said hello, and been given what to talk by. */
async function greetedFrame(): Promise<HTMLIFrameElement> {
  const source = await new Promise<MessageEventSource | null>((resolve) => {
    window.addEventListener('message', (event) => resolve(event.source), { once: true });
  });
  await new Promise((resolve) => setTimeout(resolve));
  const frames = [...document.querySelectorAll<HTMLIFrameElement>(`iframe[title="${FRAME_TITLE}"]`)];
  return frames.find(({ contentWindow }) => contentWindow === source)!;
}

test('between its hello and its files: another one takes the program', async () => {
  const { files, asked, arrive } = slowFiles();
  const told: SandboxStatus['type'][] = [];
  const runner = makeSandbox({ inflatedFiles: files, onStatus: ({ type }) => void told.push(type) });
  const greeted = greetedFrame();
  const opening = openOn(runner);
  (await greeted).remove();
  // The files that the first frame waits for never arrive.
  expect(await outcomesIn(await opening, [''])).toMatchObject([{ type: 'exited', stdout: '7\n' }]);
  expect(asked.filter((name) => name === 'pyodide.wasm')).toHaveLength(2);
  expect(told).not.toContain('failed');
  arrive();
  runner.dispose();
});

test('a judge that is closed meanwhile leaves nobody waiting', async () => {
  const { files, arrive } = slowFiles();
  const runner = makeSandbox({ inflatedFiles: files });
  const greeted = greetedFrame();
  const opening = openOn(runner);
  await greeted;
  runner.dispose();
  arrive();
  expect((await opening).loaded).toEqual({ type: 'lost', cause: 'the judge was closed' });
});
