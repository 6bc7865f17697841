import { describe, expect, it } from 'vitest';
import { runOf } from '../../../tests/builders/run.ts';
import type { Sample } from '../../domain/submission.ts';
import { submissionIn } from '../../domain/answer.ts';
import { leftCaveats } from '../figures/run-caveats.ts';
import { fileAnswer, fileRun } from './file-run.ts';

const sample = (problemId: string, id: string, change: Partial<Sample> = {}): Sample => ({
  problemId,
  set: null,
  id,
  submission: { kind: 'program', code: `print(${id})` },
  ...change,
});
const PROBLEMS = runOf().problems;
const problemOf = ({ problemId }: Sample) => PROBLEMS.find(({ id }) => id === problemId) ?? null;
const NOTHING = { unread: 0, note: null };

describe('samples of a file as a run', () => {
  it('are numbered within their problem, and counted where they are fewer', () => {
    const { problems, most, samples } = fileRun(
      [sample('b', 'x'), sample('a', '1'), sample('b', 'y'), sample('a', '0'), sample('c', '7')],
      problemOf,
      NOTHING,
    );
    expect(most).toBe(2);
    expect(problems.map(({ id, samples: own }) => [id, own])).toEqual([
      ['b', undefined],
      ['a', undefined],
      ['c', 1],
    ]);
    expect(samples.map(({ key, sample: { id } }) => `${key.id}${key.sample} ${id}`)).toEqual([
      ...['b0 x', 'b1 y'],
      // The file numbers these samples itself.
      ...['a0 0', 'a1 1'],
      'c0 7',
    ]);
  });

  it('keep the order of the file where its numbers do not tell it', () => {
    const ids = (...names: string[]) =>
      fileRun(
        names.map((name, at) => sample('a', name, { submission: { kind: 'program', code: `print(${at})` } })),
        problemOf,
        NOTHING,
      ).samples.map(({ sample: { id } }) => id);
    expect(ids('2', '1')).toEqual(['2', '1']);
    expect(ids('1', '1', '0')).toEqual(['1', '1', '0']);
  });

  it('count once where the file repeats them', () => {
    const file = [sample('a', 'x'), sample('a', 'y'), sample('b', 'x')];
    const another = sample('a', 'x', { submission: { kind: 'program', code: 'pass' } });
    const { samples, most, left } = fileRun([...file, ...file, another], problemOf, NOTHING);
    expect([samples.length, most, left.repeated, left.sharing]).toEqual([4, 3, 3, 2]);
    expect(leftCaveats(left).map(({ name }) => name)).toEqual(['repeated', 'shared-id']);
    expect(fileRun(file, problemOf, NOTHING).left).toEqual({ unknown: 0, unknownIds: [], ...NOTHING });
  });

  it('leave out what has no problem here, by number and name', () => {
    const strangers = Array.from({ length: 7 }, (_, at) => sample(`x${at}`, '0'));
    const { left, samples, compared } = fileRun(
      [...strangers, strangers[0]!, sample('a', '0', { passedElsewhere: false })],
      problemOf,
      { unread: 3, note: 'a word' },
    );
    expect(left).toEqual({
      unknown: 8,
      unknownIds: ['x0', 'x1', 'x2', 'x3', 'x4', 'x5'],
      unread: 3,
      note: 'a word',
    });
    expect([samples.length, compared]).toEqual([1, 1]);
    expect(leftCaveats(left)[0]!.says).toContain('(“x0”, “x1”, “x2”, “x3”, “x4” and others)');
    // Many samples of a few problems name no further problems.
    const few = fileRun([...strangers.slice(0, 5), ...strangers.slice(0, 5)], problemOf, NOTHING).left;
    expect(leftCaveats(few)[0]!.says).toContain('not imported (“x0”, “x1”, “x2”, “x3”, “x4”):');
  });

  it('are kept as programs, or as the answers they are, with what the file says of them', () => {
    const [program] = fileRun([sample('a', '0', { passedElsewhere: true })], problemOf, NOTHING).samples;
    const kept = fileAnswer(program!, { kind: 'program', code: 'print(12345)' }, 7);
    expect(kept.answer).toMatchObject({
      label: 'Pasted: id 0 in its file',
      completion: { text: 'print(12345)' },
      program: true,
      passedElsewhere: true,
    });
    expect(kept.row).toMatchObject({
      ...{ set: 'own', id: 'a', sample: 0, askedAt: 7, answeredAt: 7, failure: null, judged: null },
      ...{ tokens: 3, estimated: true, passedElsewhere: true },
    });
    const completion = { reasoning: '', reasoningOpen: false, text: 'No.', usage: null } as const;
    const [answered] = fileRun(
      [sample('a', '0', { tokens: [{ text: 'No.', probability: 1 }] })],
      problemOf,
      NOTHING,
    ).samples;
    const cut = { ...completion, finishReason: 'length' } as const;
    const answer = fileAnswer(answered!, { kind: 'completion', completion: cut }, 7);
    expect(answer.answer.program).toBeUndefined();
    expect(answer.row).toMatchObject({ finishReason: 'length', tokens: 1, estimated: false });
    expect('passedElsewhere' in answer.row).toBe(false);
    const stopped = { ...completion, finishReason: 'stopped' } as const;
    const broken = fileAnswer(answered!, { kind: 'completion', completion: stopped }, 7).answer;
    expect(submissionIn(broken)).toMatchObject({ completion: { text: 'No.', finishReason: 'interrupted' } });
  });
});
