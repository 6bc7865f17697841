import { chromium } from '/work/main/node_modules/playwright-core/index.mjs';
import { serveFolder } from '/work/main/src/node/bootstrap/static-server.mjs';
import { launchOptions } from '/work/main/src/node/bootstrap/chromium.mjs';
import { mkdirSync } from 'node:fs';
const [, , dist, out] = process.argv;
mkdirSync(out!, { recursive: true });
const server = await serveFolder(dist!);
const browser = await chromium.launch(launchOptions());
const ASK = /^(Ask the model|Play the example|Watch an answer get graded)$/;
const P = '#/problem/allpass%2Fmural-in-one-day';
const VIEWS: Record<string, string> = {
  problems: '#/problems', write: '#/problems/write', prepare: '#/problems/prepare', runs: '#/runs', newrun: '#/runs?new=yes', newrecorded: '#/runs?new=recorded', newfile: '#/runs?new=samples',
  learn: '#/learn', onebit: '#/learn/one-bit', novar: '#/learn/no-variance?p=50', adv: '#/learn/advantages', tests: '#/learn/how-many-tests', time: '#/learn/time-limits', lab: '#/learn/lab', gym: '#/learn/gym', gymx: '#/learn/gym?family=extraction',
  group: '#/learn/group', recipe: '#/learn/recipe', results: '#/learn/results', teacher: '#/learn/teacher', handout: '#/learn/handout', classres: '#/learn/class-results',
  models: '#/models', mgpu: '#/models?tab=gpu', mend: '#/models?tab=endpoint', mdata: '#/models?tab=data', mmeasure: '#/models?tab=measure', nowhere: '#/nowhere',
  dlgmodels: `${P}?models=here`, dlgend: `${P}?models=endpoint`, dlghist: `${P}?history=1`, dlgxray: `${P}?xray=1`, dlgcmp: `${P}?compare=recorded:right*recorded:wrong`, program: `${P}?tab=program`, present: `${P}?present=1`,
};
const CMDS = ['Sampling', 'Paste an answer', 'Compose a prompt', 'Custom rules', 'Keyboard shortcuts', 'Import problems', 'History', 'Connect'];
for (const [width, height] of [[1440, 900], [390, 844]] as const) for (const scheme of (width === 1440 ? ['light', 'dark'] : ['light']) as ('light' | 'dark')[]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const shot = async (name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `${out}/${width}-${scheme}-${name}.png`, animations: 'disabled', caret: 'hide' }); };
  page.on('pageerror', (e) => console.log(width, String(e)));
  await page.goto(`${server.address}${P}`); await page.getByRole('button', { name: ASK }).first().waitFor();
  await page.getByRole('button', { name: 'Close' }).or(page.getByText('Ready to work offline')).first().waitFor({ timeout: 20000 }).catch(() => 0);
  await page.evaluate(() => navigator.serviceWorker?.getRegistrations().then((r) => Promise.all(r.map((x) => x.unregister()))));
  await shot('first');
  await page.getByRole('button', { name: ASK }).first().click();
  await page.locator('h2', { hasText: /Accepted|Wrong|error/i }).first().waitFor({ timeout: 60000 }).catch(() => console.log('no verdict')); await page.waitForTimeout(1500);
  await shot('asked');
  for (const cmd of CMDS) {
    try {
      await page.keyboard.press('ControlOrMeta+k'); await page.getByRole('dialog').waitFor({ timeout: 5000 });
      await page.keyboard.type(cmd); await page.waitForTimeout(300); await page.keyboard.press('Enter'); await shot('cmd-' + cmd.replace(/\W+/g, '-')); await page.keyboard.press('Escape'); await page.waitForTimeout(200); await page.keyboard.press('Escape');
    } catch (e) { console.log('cmd', cmd, String(e).slice(0, 80)); }
  }
  for (const [name, hash] of Object.entries(VIEWS)) { await page.goto('about:blank'); await page.goto(server.address + hash); await page.waitForTimeout(900); await shot(name); }
  // a run of samples
  await page.goto(server.address + '#/runs');
  const samples = ['right', 'wrong'].map((_, i) => JSON.stringify({ problem_id: 'allpass/mural-in-one-day', id: i, code: i ? 'print(1)' : 'print(2)' })).concat('{"problem_id":"allpass/mural-in-one-dya","id":3,"code":"x"}', '{"bad').join('\n');
  await page.locator('input[type=file]').first().setInputFiles({ name: 's.jsonl', mimeType: '', buffer: Buffer.from(samples) });
  await page.waitForTimeout(1500); await shot('offered');
  await page.getByRole('button', { name: 'Start the run' }).click(); await page.getByText('2 of 2 judged', { exact: true }).waitFor({ timeout: 60000 }).catch(() => console.log('no run')); await shot('run');
  await page.getByRole('tab', { name: 'Samples' }).click().catch(() => 0); await shot('run-samples');
  await page.getByRole('link', { name: /Mural/ }).first().click().catch(() => 0); await shot('run-sample');
  await page.goto(page.url().replace(/(part|problem|sample|in)=[^&]*&?/g, '')); 
  for (const tab of ['Time', 'Settings']) { await page.getByRole('tab', { name: tab }).click({ timeout: 3000 }).catch(() => 0); await shot('run-' + tab); }
  await context.close();
}
await browser.close(); await server.close();
