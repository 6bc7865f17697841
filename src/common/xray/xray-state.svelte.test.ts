import { describe, expect, it } from 'vitest';
import type { Problem } from '../../domain/problem.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import { customProfile, findProfile } from '../../judge/profiles/custom.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { PROFILES, STANDARD } from '../../judge/profiles/profiles.ts';
import type { JudgePort } from '../../judge/judge.ts';
import type { xray, XrayRow } from '../../judge/xray.ts';
import { XrayState } from './xray-state.svelte.ts';

const JUDGE = {} as JudgePort;
const PROBLEM = { id: 'p' } as Problem;
const PROGRAM = { kind: 'program', code: 'print(1)' } as const;

function rowOf(profile: Profile, flags: JudgeReport['flags'] = []): XrayRow {
  const report = { profile: profile.name, reward: 1, flags } as JudgeReport;
  return { profile, extraction: null, report, cause: null };
}

/** Creates an X-ray that reports each row on demand, and ends when it is stopped. */
function steered() {
  const steps: (() => void)[] = [];
  const take: typeof xray = async (_judge, _problem, _submission, { signal, onRow, profiles = [] }) => {
    const rows: XrayRow[] = [];
    for (const profile of [STANDARD, ...profiles]) {
      await new Promise<void>((resolve) => steps.push(resolve));
      const row = rowOf(profile, signal.aborted ? ['stopped'] : []);
      rows.push(row);
      onRow?.(row);
      if (signal.aborted) break;
    }
    return rows;
  };
  const step = async (): Promise<void> => {
    await settled();
    steps.shift()?.();
    await settled();
  };
  return { take, step };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const names = (state: XrayState) => state.rows.map(({ profile }) => profile.name);

describe('XrayState', () => {
  it('fills its rows as they come', async () => {
    const { take, step } = steered();
    const state = new XrayState(JUDGE, take);
    const run = state.run(PROBLEM, PROGRAM);
    expect([state.running, state.submission, state.profiles.length]).toEqual([
      true,
      PROGRAM,
      PROFILES.length,
    ]);
    await step();
    await step();
    expect(names(state)).toEqual(['standard', 'deepcoder-paper']);
    expect(state.isComplete).toBe(false);
    for (const _ of PROFILES) await step();
    await run;
    expect([state.running, state.isComplete]).toEqual([false, true]);
    expect(state.holds({ ...PROGRAM }, STANDARD)).toBe(true);
    expect(state.holds({ ...PROGRAM, code: 'other' }, STANDARD)).toBe(false);
    expect(state.holds(PROGRAM, customProfile({ ...STANDARD, compare: 'float' }))).toBe(false);
    expect(names(state)).toEqual(PROFILES.map(({ name }) => name));
  });

  it('keeps what has come when it is stopped, and nothing half-done', async () => {
    const { take, step } = steered();
    const state = new XrayState(JUDGE, take);
    const run = state.run(PROBLEM, PROGRAM);
    await step();
    state.stop();
    await step();
    await run;
    expect(names(state)).toEqual(['standard']);
    expect([state.running, state.isComplete]).toEqual([false, false]);
  });

  it('drops what comes late from an X-ray that another has replaced', async () => {
    const first = steered();
    const second = steered();
    const takes = [first.take, second.take];
    const state = new XrayState(JUDGE, (...given) => takes.shift()!(...given));
    const old = state.run(PROBLEM, { ...PROGRAM, code: 'old' });
    await settled();
    const run = state.run(PROBLEM, PROGRAM);
    await first.step();
    await old;
    expect([state.running, state.rows, state.submission]).toEqual([true, [], PROGRAM]);
    for (const _ of PROFILES) await second.step();
    await run;
    expect(state.isComplete).toBe(true);
    state.clear();
    expect([state.rows, state.submission]).toEqual([[], null]);
  });

  it('gives a profile of the user’s own a row, and a known one no second', async () => {
    const { take } = steered();
    const state = new XrayState(JUDGE, take);
    const own = customProfile({ ...STANDARD, compare: 'float' });
    void state.run(PROBLEM, PROGRAM, own);
    expect(state.profiles.at(-1)).toBe(own);
    void state.run(PROBLEM, PROGRAM, findProfile('rllm')!);
    expect(state.profiles).toEqual(PROFILES);
  });

  it('says why it failed', async () => {
    const state = new XrayState(JUDGE, () => Promise.reject(new Error('a bug')));
    await state.run(PROBLEM, PROGRAM);
    expect([state.trouble, state.running]).toEqual(['a bug', false]);
  });
});
