/** Reads each export, including its tests, with the reader of the same format. */
import { describe, expect, it } from 'vitest';
import { readSet } from '../../tests/builders/read-set.ts';
import { sourceFile } from '../../tests/builders/source-file.ts';
import { parseLossless, stringifyLossless, type LosslessObject } from '../base/lossless-json.ts';
import { readProblem } from './problem-file.ts';
import { EXPORTS } from './exports.ts';

const STDIN =
  '{"id":"s","title":"S","source":"livecodebench","difficulty":"hard","prompt":"Say.","mode":"stdin","tests":[{"input":"1\\n2\\n","output":"3\\n"},{"input":"","output":"é"}],"public_tests":1,"time_limit_s":2.5,"meta":{"platform":"atcoder","contest_date":"2024-05-31T00:00:00"}}';
const CALL =
  '{"id":"c","source":"taco","prompt":"Add.","mode":"call","fn_name":"add","starter_code":"def add(a, b):","tests":[{"input":[1.0,"x"],"output":[1]},{"input":[12345678901234567890,[[]]],"output":null}]}';
const CHECK = '{"id":"a","source":"mbpp","prompt":"","mode":"assert","check":"assert f(1)"}';
const CHECKED = CALL.replace('"id":"c"', '"id":"k","checker":"float"');

function exportedRow(name: string, text: string, nth = 0) {
  const json = parseLossless(text);
  if (!json.ok) throw new Error(json.fault);
  const row = json.value as LosslessObject;
  const shape = EXPORTS.find((each) => each.name === name)!;
  const exported = shape.write(readProblem(row), row, nth);
  return 'row' in exported ? stringifyLossless(exported.row) : exported.fault;
}

async function readBack(text: string) {
  const { problems } = await readSet([{ kind: 'file', file: sourceFile('x.jsonl', text) }]);
  return problems[0]!;
}

describe('an export', () => {
  it.each(['livecodebench', 'taco', 'trl', 'allpass'])(
    'as %s keeps tests, mode and function',
    async (name) => {
      for (const text of [STDIN, CALL]) {
        const json = parseLossless(text);
        const problemBefore = readProblem((json as { value: LosslessObject }).value);
        const line = exportedRow(name, text);
        // TRL's prompt is a list of messages; PrimeIntellect's is a string.
        const readable = name === 'trl' ? line.replace(/"prompt":\[.*?\}\]/, '"prompt":"p"') : line;
        const problemAfter = await readBack(readable);
        expect(problemAfter.tests).toEqual(problemBefore.tests);
        expect([problemAfter.mode, problemAfter.functionName]).toEqual([
          problemBefore.mode,
          problemBefore.functionName,
        ]);
      }
    },
  );

  it('keeps what LiveCodeBench has a place for', async () => {
    const problemAfter = await readBack(exportedRow('livecodebench', STDIN));
    expect(problemAfter).toMatchObject({
      id: 's',
      title: 'S',
      difficulty: 'hard',
      publicTests: 1,
      date: '2024-05-31',
    });
    expect(await readBack(exportedRow('taco', STDIN))).toMatchObject({ title: 'S', timeLimitSeconds: 2.5 });
  });

  it('gives trainers what their rewards read', () => {
    expect(JSON.parse(exportedRow('rllm', CALL, 7))).toEqual({
      question: 'Add.',
      ground_truth:
        '[{"input":"1.0\\n\\"x\\"","output":"[1]","testtype":"functional","metadata":{"func_name":"add"}},{"input":"12345678901234567890\\n[[]]","output":"null","testtype":"functional","metadata":{"func_name":"add"}}]',
      data_source: 'livecodebench',
      uid: 'c',
      index: 7,
      starter_code: 'def add(a, b):',
      metadata: '{"func_name":"add"}',
    });
    expect(JSON.parse(exportedRow('verl', STDIN))).toMatchObject({
      prompt: [{ role: 'user', content: 'Say.' }],
      reward_model: { style: 'rule', ground_truth: '{"inputs":["1\\n2\\n",""],"outputs":["3\\n","é"]}' },
    });
    const call = JSON.parse(exportedRow('verl', CALL)) as { reward_model: { ground_truth: string } };
    expect(call.reward_model.ground_truth).toBe(
      '{"inputs":[[1.0,"x"],[12345678901234567890,[[]]]],"outputs":[[1],null],"fn_name":"add"}',
    );
  });

  it.each(EXPORTS.map(({ name }) => name).filter((name) => name !== 'allpass'))(
    'as %s refuses what it would lose the grading of',
    (name) => {
      expect(exportedRow(name, CHECK)).toContain('is graded by a check');
      expect(exportedRow(name, CHECKED)).toContain('needs a checker');
      expect(exportedRow('allpass', CHECKED)).toBe(CHECKED);
    },
  );
});
