/** The other pages in Firefox and WebKit: lessons, the lab, problems of one's own, and what is kept over a reload. */
import { TITLES } from '../../src/pages/learn/state/learn-view.ts';
import { journey, networkAddress } from './journey.ts';

const OWN =
  '{"id":"own/double","title":"Double it","mode":"call","fn_name":"double","prompt":"Return twice x.","tests":[{"input":[2],"output":4}],"public_tests":1}';

journey('the lab opens and trains', async (tab, address) => {
  await tab.open(`${address}#/learn/lab?seed=3&seeds=1&group=4&prompts=4&steps=3`);
  await tab.see('heading', /^The lab: train a policy$/);
  await tab.click('button', /^Run\b/);
  await tab.read(/3 of 3 steps/);
  await tab.read(/The judge ran \d[\d,]* tests of \d+ programs/);
});

journey('a program and problems of one’s own are there after a reload', async (tab, address) => {
  await tab.open(address);
  await tab.drop({ 'mine.jsonl': OWN });
  await tab.see('heading', /^Double it$/);
  await tab.judge('def double(x):\n    return 2 * x  # kept', /Accepted/);
  await tab.reload();
  await tab.see('heading', /^Double it$/);
  await tab.click('tab', /^Program/);
  await tab.until('the kept program', "return find('[role=textbox]', '')[0]?.innerText.includes('# kept')");
});

journey(
  'the lessons open',
  async (tab, address) => {
    await tab.open(`${address}#/learn`);
    await tab.see('link', /The lab: train a policy/);
    for (const name of ['one-bit', 'no-variance'] as const) {
      await tab.open(`${address}#/learn/${name}`);
      await tab.see('heading', new RegExp(TITLES[name].slice(0, 20)));
      await tab.read(/hidden test|group/);
    }
  },
  { isLong: true },
);

const lan = networkAddress();
if (lan !== null)
  journey(
    'over plain http from the network, a program is judged and the page says what is missing',
    async (tab, address) => {
      await tab.open(address);
      await tab.drop({ 'mine.jsonl': OWN });
      await tab.see('heading', /^Double it$/);
      await tab.judge('def double(x):\n    return 2 * x', /Accepted/);
      await tab.open(`${address}#/models`);
      await tab.read(/https/);
    },
    { host: lan },
  );
