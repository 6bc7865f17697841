/** A SCORM package in a learning management system, of which only the functions of SCORM 1.2 are there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, type Page } from '@playwright/test';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { allpass } from '../node/command-line.ts';

const PROBLEM = {
  id: 'course/double',
  title: 'Double <b>',
  mode: 'stdin',
  prompt: 'Print twice the number. </script>',
  solutions: ['print(int(input()) * 2)'],
  tests: [
    { input: '2', output: '4' },
    { input: '-3', output: '-6' },
  ],
};

/** The system keeps the values of its learner from one visit to the next, here in the storage of its origin. */
const SYSTEM = `<!doctype html><title>A course</title><script>
  const values = JSON.parse(localStorage.values ?? '{}');
  window.calls = [];
  const call = (name, answer) => (...given) => { calls.push([name, ...given]); return answer(...given); };
  window.API = {
    LMSInitialize: call('LMSInitialize', () => 'true'),
    LMSGetValue: call('LMSGetValue', (name) => values[name] ?? ''),
    LMSSetValue: call('LMSSetValue', (name, value) => { values[name] = value; return 'true'; }),
    LMSCommit: call('LMSCommit', () => { localStorage.values = JSON.stringify(values); return 'true'; }),
    LMSFinish: call('LMSFinish', () => { localStorage.values = JSON.stringify(values); return 'true'; }),
  };
</script><iframe id="sco" src="package/index.html" style="width:100%;height:1400px"></iframe>`;

let folder: string;
test.beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'allpass-scorm-'))));
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Packs the problems, and serves the content of the package inside the system. */
async function serveSystem(site: string) {
  writeFileSync(join(folder, 'problems.jsonl'), JSON.stringify(PROBLEM));
  const files = ['problems.jsonl', '--bundled', 'lowest-barrel', '-o', 'week.zip'];
  const end = allpass(['scorm', ...files, '--site', site, '--title', 'Week & 3'], folder);
  expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining('2 problems') });
  const content = unzipSync(readFileSync(join(folder, 'week.zip')));
  expect(Object.keys(content).sort()).toEqual(['imsmanifest.xml', 'index.html']);
  expect(strFromU8(content['index.html']!)).not.toContain('int(input()) * 2');
  const manifest = strFromU8(content['imsmanifest.xml']!);
  const system = await serveFolder(folder, {
    host: 'localhost',
    route(path, _, response) {
      const html = path === '' ? SYSTEM : path === 'package/index.html' ? content['index.html'] : undefined;
      if (html === undefined) return false;
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
      return true;
    },
  });
  return { ...system, manifest };
}

const embedded = (page: Page, index: number) =>
  page.frameLocator('#sco').locator('allpass-problem').nth(index).locator('iframe').contentFrame();

/** The calls of the system's functions since its page was loaded. */
const callsIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { calls: string[][] }).calls);

async function submit(page: Page, index: number, program: string): Promise<void> {
  await embedded(page, index).locator('[data-editor] .cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(program);
  await page.keyboard.press('ControlOrMeta+Enter');
}

test('reports scores, the status and the suspended rewards of a package', async ({ page, baseURL }) => {
  const system = await serveSystem(baseURL ?? '');
  // With it, the system itself would set the status to `failed` at the end of each visit.
  expect(system.manifest).not.toContain('masteryscore');
  const parsed = await page.evaluate((xml) => {
    const found = new DOMParser().parseFromString(xml, 'application/xml');
    return [
      found.querySelector('parsererror') === null,
      found.querySelector('organization > title')?.textContent,
      found.querySelector('resource')?.getAttribute('href'),
    ];
  }, system.manifest);
  expect(parsed).toEqual([true, 'Week & 3', 'index.html']);

  await page.goto(system.address);
  const score = page.frameLocator('#sco').locator('#allpass-score');
  await expect(score).toHaveText('Solved: 0 of 2. Score: 0 of 100.');
  const writtenAtStart = (await callsIn(page)).map(([, name]) => name);
  expect(writtenAtStart).toContain('cmi.core.lesson_status');
  expect(writtenAtStart).not.toContain('cmi.core.score.raw');
  await submit(page, 1, 'print(4)');
  await expect(embedded(page, 1).getByText('Reward 0.0', { exact: true })).toBeVisible();
  await expect(score).toHaveText('Solved: 0 of 2. Score: 0 of 100.');
  await submit(page, 1, 'print(2 * int(input()))');
  await expect(score).toHaveText('Solved: 1 of 2. Score: 50 of 100.');
  const values = () =>
    page.evaluate(() => JSON.parse(localStorage['values'] as string) as Record<string, string>);
  expect(await values()).toMatchObject({
    'cmi.core.score.raw': '50',
    'cmi.core.lesson_status': 'incomplete',
    'cmi.suspend_data': '{"rewards":[null,1]}',
  });

  // A later visit goes on from there, and a worse program takes nothing away.
  await page.reload();
  await expect(score).toHaveText('Solved: 1 of 2. Score: 50 of 100.');
  await submit(page, 1, 'print(5)');
  await expect(embedded(page, 1).getByText('Reward 0.0', { exact: true })).toBeVisible();
  expect((await values())['cmi.core.score.raw']).toBe('50');
  expect((await callsIn(page))[0]?.[0]).toBe('LMSInitialize');
  await page.locator('#sco').evaluate((frame: HTMLIFrameElement) => (frame.src = 'about:blank'));
  await expect.poll(async () => (await callsIn(page)).at(-1)?.[0]).toBe('LMSFinish');
  expect((await values())['cmi.core.exit']).toBe('suspend');
  expect((await values())['cmi.core.session_time']).toMatch(/^\d{4}:\d\d:\d\d$/);
  await system.close();
});

test('says that no system answers', async ({ page, baseURL }) => {
  const system = await serveSystem(baseURL ?? '');
  await page.goto(`${system.address}package/index.html`);
  await expect(page.getByText('No learning management system answers')).toBeVisible();
  await system.close();
});

test('refuses a site without an address, an unknown problem, and nothing', () => {
  const scorm = (...args: string[]) => allpass(['scorm', '-o', 'x.zip', ...args], folder);
  expect(scorm('--site', 'allpass')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--site allpass: must be'),
  });
  expect(scorm('--site', 'https://a.example/')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs a file'),
  });
  expect(scorm('--site', 'https://a.example/', '--bundled', 'none')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--bundled none: Allpass ships no such problem'),
  });
});
