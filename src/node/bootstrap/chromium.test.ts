import { afterEach, expect, test, vi } from 'vitest';
import { ensureChromium, findChromium, launchOptions } from './chromium.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the environment goes first, our own variable before the common one', () => {
  vi.stubEnv('CHROME_PATH', import.meta.filename);
  vi.stubEnv('ALLPASS_CHROMIUM', '');
  expect(findChromium()).toEqual({ path: import.meta.filename, source: 'environment' });
  vi.stubEnv('ALLPASS_CHROMIUM', process.execPath);
  expect(findChromium()).toEqual({ path: process.execPath, source: 'environment' });
  expect(launchOptions().executablePath).toBe(process.execPath);
});

test('a path that leads nowhere is named, and the search goes on', () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubEnv('ALLPASS_CHROMIUM', '/nowhere/chromium');
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(findChromium()?.path).toBe(process.execPath);
  expect(consoleError).toHaveBeenCalledWith(
    expect.stringContaining('ALLPASS_CHROMIUM names /nowhere/chromium'),
  );
});

test('the browser keeps its own sandbox unless told otherwise', () => {
  vi.stubEnv('ALLPASS_CHROMIUM', process.execPath);
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('ALLPASS_NO_SANDBOX', undefined);
  expect(launchOptions().chromiumSandbox).toBe(true);
  vi.stubEnv('ALLPASS_NO_SANDBOX', '1');
  expect(launchOptions().chromiumSandbox).toBe(false);
});

/** Simulates a machine without a browser. */
const machineWithoutBrowser = (answer: boolean | null) => {
  const steps: string[] = [];
  const machine = {
    find: () => null,
    offer: () => 'one of some size',
    isTerminal: () => answer !== null,
    ask: (question: string) => {
      steps.push(question);
      return Promise.resolve(answer === true);
    },
    install: () => {
      steps.push('installed');
      return { path: process.execPath, source: 'playwright' as const };
    },
  };
  return { steps, machine };
};
const QUESTION = 'There is no Chromium on this machine. Install one of some size? [y/N] ';

test.each([
  ['a terminal that agrees', {}, '', true, [QUESTION, 'installed']],
  ['a terminal that does not', {}, '', false, [QUESTION]],
  ['no terminal', {}, '', null, []],
  ['no terminal, with --yes', { mayInstall: true }, '', null, ['installed']],
  ['a terminal, with --yes', { mayInstall: true }, '', false, ['installed']],
  ['CI', {}, 'true', null, ['installed']],
  ['CI=false', {}, 'false', null, []],
] as const)('nothing is installed without a word: %s', async (_, options, ci, answer, expected) => {
  vi.stubEnv('CI', ci);
  vi.stubEnv('ALLPASS_CHROMIUM', '');
  const { steps, machine } = machineWithoutBrowser(answer);
  const ensured = ensureChromium(options, machine);
  if (expected.some((step) => step === 'installed'))
    expect(await ensured).toEqual({ path: process.execPath, source: 'playwright' });
  else
    await expect(ensured).rejects.toThrow(
      answer === null
        ? /--yes .*one of some size; or .*ALLPASS_CHROMIUM/
        : /install Chrome or Chromium, or set/,
    );
  expect(steps).toEqual(expected);
});

test('where nothing could be installed, the remedy is named', async () => {
  const { machine } = machineWithoutBrowser(true);
  await expect(ensureChromium({ mayInstall: true }, { ...machine, install: () => null })).rejects.toThrow(
    'none could be installed: install Chrome',
  );
});

test('a browser that is there is taken without a question', async () => {
  vi.stubEnv('ALLPASS_CHROMIUM', process.execPath);
  expect((await ensureChromium()).path).toBe(process.execPath);
});
