import { describe, expect, it, vi } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { WebStorage } from '../../../storage/web-storage.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { PROFILES, STANDARD } from '../../../judge/profiles/profiles.ts';
import type { xray, XrayRow } from '../../../judge/xray.ts';
import { GymState, GymTexts, type GymTrial } from './gym-state.svelte.ts';

const RLLM = PROFILES.find(({ name }) => name === 'rllm')!;
const trial = (key: string): GymTrial => ({
  key,
  problem: problemOf(),
  submission: { kind: 'program', code: key },
  graders: [STANDARD, RLLM],
});
const NO_JUDGE = {} as JudgePort;
const nothing = () => Promise.reject(new Error('not here'));

const row = (profile: XrayRow['profile'], reward: number, flags: readonly 'stopped'[] = []): XrayRow => ({
  profile,
  extraction: null,
  report: { ...reportOf([reward === 1 ? 'accepted' : 'wrong-answer']), reward, flags },
  cause:
    reward === 1
      ? { parts: ['how'], choices: ['execute'], says: 'It keeps state.', source: 'https://x.test' }
      : null,
});

describe('the gym', () => {
  it('judges each trial with its graders, and keeps the newest ruling', async () => {
    const rewards = [1, 0];
    const asked: (readonly string[])[] = [];
    const take: typeof xray = (_judge, _problem, _submission, { profiles = [], onRow }) => {
      asked.push(profiles.map(({ name }) => name));
      onRow?.(row(STANDARD, 0));
      onRow?.(row(RLLM, rewards.shift() ?? 0));
      return Promise.resolve([]);
    };
    const gym = new GymState(NO_JUDGE, nothing, take);
    await gym.run([trial('one')]);
    expect(asked).toEqual([['rllm']]);
    expect(gym.rulingsOf('one')).toMatchObject([
      { profile: 'standard', reward: 0, says: null },
      { profile: 'rllm', reward: 1, verdict: 'accepted', says: 'It keeps state.' },
    ]);
    await gym.run([trial('one'), trial('two')]);
    expect(gym.rulingsOf('one').map(({ reward }) => reward)).toEqual([0, 0]);
    expect([gym.rulingsOf('two').length, gym.busy, gym.left, gym.stopped]).toEqual([2, false, 0, false]);
    gym.forget('one');
    expect(gym.rulingsOf('one')).toEqual([]);
    expect(gym.rulingsOf('two')).toHaveLength(2);
  });

  it('keeps finished rulings when it is stopped, and discards the ruling in progress', async () => {
    const take: typeof xray = (_judge, _problem, _submission, { signal, onRow }) => {
      onRow?.(row(STANDARD, 0));
      onRow?.(row(RLLM, 1, ['stopped']));
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          onRow?.(row(RLLM, 1));
          resolve([]);
        });
      });
    };
    const gym = new GymState(NO_JUDGE, nothing, take);
    const run = gym.run([trial('one'), trial('two')]);
    expect([gym.current, gym.left]).toEqual(['one', 2]);
    gym.stop();
    await run;
    expect([gym.busy, gym.stopped, gym.trouble]).toEqual([false, true, null]);
    expect(gym.rulingsOf('one').map(({ profile }) => profile)).toEqual(['standard']);
    expect(gym.rulingsOf('two')).toEqual([]);
  });

  it('reports the error of the judge', async () => {
    const gym = new GymState(NO_JUDGE, nothing, () => Promise.reject(new Error('no sandbox')));
    await gym.run([trial('one')]);
    expect([gym.busy, gym.trouble]).toEqual([false, 'The judge failed (no sandbox). Try again.']);
  });

  it('is fetched once, and again after a failure', async () => {
    const emptyGym = { problems: [], exploits: [], recorded: {} };
    const fetch = vi.fn(() => Promise.resolve(emptyGym)).mockRejectedValueOnce(new Error('offline'));
    const gym = new GymState(NO_JUDGE, fetch);
    await expect(gym.load()).rejects.toThrow('offline');
    expect(await gym.load()).toBe(await gym.load());
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

function stage() {
  const storage = new Map<string, string>();
  const area = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  };
  return { kept: storage, open: () => new GymTexts(new WebStorage(() => area as Storage)) };
}

it('stores one text per problem, and keeps the texts of another tab', () => {
  const { kept, open } = stage();
  const [one, two] = [open(), open()];
  one.write('gym/a', 'print(1)');
  two.write('gym/b', 'print(2)');
  one.write('gym/a', 'print(3)');
  const later = open();
  expect([later.of('gym/a'), later.of('gym/b'), later.of('gym/c')]).toEqual(['print(3)', 'print(2)', null]);
  kept.set([...kept.keys()][0]!, '{"broken');
  expect(open().of('gym/a')).toBeNull();
});
