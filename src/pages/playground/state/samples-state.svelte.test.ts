import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { VerdictRow } from '../../../datasets/verdict-row.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { Problem } from '../../../domain/problem.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import { differs } from './sample-rows.ts';
import { SamplesState } from './samples-state.svelte.ts';

const BODY = '    print(1)\n';

/** Two sets that share an id. */
class Shelf {
  readonly sets = new Map<string, Problem[]>([
    ['bundled', [problemOf({ id: 'one', title: 'One' }), problemOf({ id: 'allpass/two', title: 'Two' })]],
    ['own.jsonl', [problemOf({ id: 'one', title: 'Own', starterCode: 'def main():\n' })]],
  ]);
  readonly opened: string[] = [];

  get listed() {
    return [...this.sets].flatMap(([set, problems]) => problems.map((summary) => ({ set, summary })));
  }

  find({ set, id }: ProblemRef) {
    return this.listed.find((listed) => listed.set === set && listed.summary.id === id);
  }

  named({ problem: id, in: set }: { problem: string; in: string | null }): ProblemRef | null {
    const found = this.listed.find(
      (listed) => listed.summary.id === id && (set === null || listed.set === set),
    );
    return found === undefined ? null : { set: found.set, id };
  }

  open(ref: ProblemRef): Promise<OpenedProblem | null> {
    this.opened.push(`${ref.set}/${ref.id}`);
    if (ref.id === 'gone') return Promise.reject(new Error('no network'));
    const problem = this.sets.get(ref.set)?.find(({ id }) => id === ref.id);
    return Promise.resolve(problem === undefined ? null : { ref, problem, answers: [] });
  }
}

const line = (problem: string, id: number, rest: object = { code: 'print(1)' }): string =>
  JSON.stringify({ problem_id: problem, id, ...rest });

function stage() {
  const shelf = new Shelf();
  const judge = new ScriptedJudge();
  let profile = STANDARD;
  const samples = new SamplesState({ problems: shelf, judge, profile: () => profile });
  return { shelf, judge, samples, rule: (name: string) => (profile = findProfile(name)!) };
}

const verdicts = (samples: SamplesState) => samples.rows.map(({ verdict }) => verdict?.verdict ?? null);

describe('samples of a file', () => {
  it('are matched, judged one after another, and counted', async () => {
    const { shelf, judge, samples } = stage();
    const text = [
      line('one', 0),
      line('one', 1, { response: '```python\nprint(2)\n```' }),
      line('one', 2, { set: 'own.jsonl', completion: BODY }),
      'nonsense',
      line('allpass/tow', 3),
      line('one', 4, { set: 'other.jsonl', code: 'x' }),
    ].join('\n');
    await samples.take('samples.jsonl', text);
    expect(samples.rows.map(({ title, line: at }) => [title, at])).toEqual([
      ['One', 1],
      ['One', 2],
      ['Own', 3],
      ['allpass/tow', 5],
      ['one', 6],
    ]);
    expect([samples.faults, samples.note]).toMatchObject([[{ line: 4 }], null]);
    expect([samples.left, samples.figures.judged]).toEqual([3, 0]);
    await samples.run();
    expect(judge.codes).toEqual(['print(1)', 'print(2)', `def main():\n${BODY}`]);
    expect(shelf.opened).toEqual(['bundled/one', 'own.jsonl/one']);
    expect(verdicts(samples)).toEqual([
      'accepted',
      'wrong-answer',
      'accepted',
      'unknown-problem',
      'unknown-problem',
    ]);
    expect(samples.unknown.map(({ verdict }) => verdict?.error)).toEqual([
      '"allpass/tow" is not among the problems here (did you mean allpass/two?)',
      '"one" is not in a set other.jsonl here, but in bundled',
    ]);
    expect(samples.figures).toMatchObject({ judged: 3, rewarded: 3, meanReward: 2 / 3 });
    expect([samples.left, samples.running, samples.secondsLeft]).toEqual([0, false, null]);
  });

  it('are saved as the command line writes them, in the order of the file', async () => {
    const { samples } = stage();
    await samples.take('s.jsonl', [line('none', 9), line('one', 0)].join('\n'));
    await samples.run();
    const rows = samples
      .verdictLines()
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row) as Record<string, unknown>);
    expect(rows).toMatchObject([
      { problem_id: 'none', sample_id: '9', verdict: 'unknown-problem', reward: null, profile: 'standard' },
      {
        problem_id: 'one',
        sample_id: '0',
        verdict: 'accepted',
        reward: 1,
        tests_passed: 2,
        first_failed: null,
      },
    ]);
  });

  it('stop where they are, and go on from there, by the rules they began with', async () => {
    const { judge, samples, rule } = stage();
    let open = (): void => undefined;
    judge.gate = new Promise((resolve) => (open = resolve));
    await samples.take('s.jsonl', [line('one', 0), line('one', 1)].join('\n'));
    const running = samples.run();
    await eventually(() => expect(judge.running).toBe(1));
    samples.stop();
    open();
    await running;
    expect(verdicts(samples)).toEqual([null, null]);
    expect([samples.running, samples.left]).toEqual([false, 2]);
    rule('rllm');
    await samples.run();
    expect(verdicts(samples)).toEqual(['accepted', 'accepted']);
    expect(judge.profiles.at(-1)).toBe('standard');
  });

  it('are held against what their file says of them, and begin with what was left out of it', async () => {
    const { samples } = stage();
    const passed = [true, false, undefined];
    const text = passed.map((each, at) => line('one', at, { code: 'print(1)', passed: each })).join('\n');
    await samples.take('s.json', text, 'Left out: row 4 holds no answer');
    expect(samples.note).toBe('Left out: row 4 holds no answer');
    await samples.run();
    expect(samples.figures).toMatchObject({ judged: 3, compared: 2, agreed: 1 });
    const saved = samples.verdictLines().trimEnd().split('\n');
    expect(saved.map((row) => (JSON.parse(row) as VerdictRow).passed_elsewhere)).toEqual(passed);
    expect(samples.rows.map(({ verdict }) => differs(verdict!))).toEqual([false, true, false]);
  });

  it('find problems that came later', async () => {
    const { shelf, samples } = stage();
    await samples.take('s.jsonl', line('new', 0));
    await samples.run();
    expect(verdicts(samples)).toEqual(['unknown-problem']);
    shelf.sets.set('new.jsonl', [problemOf({ id: 'new' })]);
    await samples.run();
    expect(verdicts(samples)).toEqual(['accepted']);
  });

  it('whose problem cannot be opened have no reward, and cost no other', async () => {
    const { shelf, samples } = stage();
    shelf.sets.get('bundled')!.push(problemOf({ id: 'gone' }));
    await samples.take('s.jsonl', [line('gone', 0), line('one', 1)].join('\n'));
    await samples.run();
    expect(samples.rows.map(({ verdict }) => [verdict?.verdict, verdict?.reward, verdict?.error])).toEqual([
      ['judge-error', null, 'its problem could not be opened: no network'],
      ['accepted', 1, null],
    ]);
    expect(samples.figures).toMatchObject({ meanReward: 1, rewarded: 1, judged: 2 });
  });

  it('of another file take their place, and what is judged still is dropped', async () => {
    const { judge, samples } = stage();
    let open = (): void => undefined;
    judge.gate = new Promise((resolve) => (open = resolve));
    await samples.take('a.jsonl', line('one', 0));
    const first = samples.run();
    await eventually(() => expect(judge.running).toBe(1));
    await samples.take('b.jsonl', line('one', 1, { code: 'print(2)' }));
    const second = samples.run();
    open();
    await Promise.all([first, second]);
    expect([samples.name, verdicts(samples)]).toEqual(['b.jsonl', ['wrong-answer']]);
  });
});
