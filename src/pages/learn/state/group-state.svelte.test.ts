import { describe, expect, it } from 'vitest';
import { GroupState, MOST_ANSWERS, readGroup } from './group-state.svelte.ts';

const rows = (...all: readonly object[]) => all.map((row) => JSON.stringify(row)).join('\n');
const ROW = { problem_id: 'p', response: '```python\n1\n```' };
const texts = (text: string) =>
  readGroup(text, null).answers.map(({ submission }) =>
    submission.kind === 'completion' ? submission.completion.text : submission,
  );

describe('answers of one problem', () => {
  it('are pasted as text, several with a line between them', () => {
    expect(texts('one')).toEqual(['one']);
    expect(texts('one\n=====\ntwo\n==========\n\n')).toEqual(['one\n', '\ntwo\n']);
    expect(texts('a ===== b')).toEqual(['a ===== b']);
    // This is not JSON, although it begins like JSON.
    expect(texts('{not json}')).toEqual(['{not json}']);
    expect(readGroup(' \n', null)).toMatchObject({
      answers: [],
      message: expect.stringContaining('nothing in it'),
    });
  });

  it('are read from the choices of a response, with finish reason and probabilities', () => {
    const choice = (content: string, finish_reason: string) => ({ message: { content }, finish_reason });
    const logprobs = { content: [{ token: 'b', logprob: 0 }] };
    const text = JSON.stringify({ choices: [choice('a', 'stop'), { ...choice('b', 'length'), logprobs }] });
    const { answers } = readGroup(text, null);
    expect(texts(text)).toEqual(['a', 'b']);
    expect(answers.map(({ submission }) => submission)).toMatchObject([
      { completion: { finishReason: 'stop' } },
      { completion: { finishReason: 'length' } },
    ]);
    expect(answers[1]!.tokens).toEqual([{ text: 'b', probability: 1 }]);
    expect(texts(`${text}\n${text}`)).toHaveLength(4);
    expect(texts('["a", "b"]')).toEqual(['a', 'b']);
    expect(texts(JSON.stringify({ choices: [{ text: 'of a completion' }] }))).toEqual(['of a completion']);
    expect(readGroup('{"a": 1}', null).message).toMatch(/holds no answer/);
  });

  it('are read from rows of samples for the shown problem, or else for the first', () => {
    const text = rows({ ...ROW, id: 1 }, { ...ROW, problem_id: 'q', id: 1 }, { ...ROW, id: 2 }, { id: 3 });
    const first = readGroup(text, { problem: 'elsewhere', in: null });
    expect(first.problem).toEqual({ problem: 'p', in: null });
    expect(first.answers.map(({ name }) => name)).toEqual(['1', '2']);
    expect(first.message).toMatch(
      /^1 row is for other problems, and left out\. Line 4: "problem_id" is missing/,
    );
    const fenced = rows({ problem_id: 'p', code: '```python\n1\n```' }, { ...ROW, problem_id: 'q' });
    expect(readGroup(fenced, null).message).toMatch(
      /^1 sample holds Markdown .* taken as a model's answer.* out of it\. 1 row is for other problems/,
    );
    const shown = { problem: 'q', in: null };
    expect(readGroup(text, shown)).toMatchObject({ problem: shown, answers: [{ name: '1' }] });
  });
});

describe('a group', () => {
  it('grows, and restarts with rows for another problem', () => {
    const group = new GroupState();
    const p = { problem: 'p', in: null };
    expect(group.addAnswers('one', p)).toBe(null);
    expect(group.addAnswers(rows({ ...ROW, id: 1 }), p)).toBe(p);
    expect(group.answers.map(({ key, name }) => [key, name])).toEqual([
      [1, ''],
      [2, '1'],
    ]);
    expect(group.addAnswers(rows({ ...ROW, problem_id: 'q', id: 9 }), p)).toEqual({ problem: 'q', in: null });
    expect(group.answers.map(({ name }) => name)).toEqual(['9']);
    group.remove(group.answers[0]!.key);
    expect(group.answers).toEqual([]);
  });

  it('has a maximum number of answers, and reports how many were left out', () => {
    const group = new GroupState();
    group.appendAnswers(Array.from({ length: MOST_ANSWERS + 2 }, () => readGroup('x', null).answers[0]!));
    expect(group.answers).toHaveLength(MOST_ANSWERS);
    expect(group.message).toMatch(/the last 2 were left out/);
    group.clear();
    expect([group.answers, group.message]).toEqual([[], '']);
  });
});
