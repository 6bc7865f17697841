import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sourceFile } from '../../tests/builders/source-file.ts';
import { fileKind } from './file-kind.ts';

const PROBLEM = '{"id":"p","mode":"stdin","prompt":"x","tests":[{"input":"","output":"1"}]}';
const SAMPLE = '{"problem_id":"p","id":0,"code":"print(1)"}';
const FOREIGN = '{"problem_id":7,"question":"Say 1.","input_output":"{}"}';

it.each([
  [PROBLEM, 'own'],
  [SAMPLE, 'samples'],
  [FOREIGN, 'data-set'],
  [`[${PROBLEM}]`, 'data-set'],
  [`\uFEFF${SAMPLE}\n${PROBLEM}`, 'samples'],
  [`\n  \nnot JSON\n${SAMPLE}`, 'samples'],
  ['{"id":"p","mode":"assert","check":"assert True","problem_id":"p"}', 'own'],
  [`{"problem_id":"p","id":0,"response":"${'x'.repeat(300_000)}"}`, 'samples'],
  [`{"id":"p","tests":[{"input":"${'x'.repeat(300_000)}","output":""}]}`, 'own'],
  [`{"id":"p","prompt":"\\"problem_id\\": 1","tests":[]}`, 'own'],
  ['{"task_id":"HumanEval/0","completion":"    return 1"}', 'samples'],
  ['{"task_id":"Mbpp/2","solution":"def f(): ..."}', 'samples'],
  ['{"task_id":7}', 'own'],
  ['', 'own'],
  ['{"id": 1}', 'own'],
  ['{"id": 1, "prompt": 2, "cases": 3}', 'own'],
  ['{"question": "q", "cases": []}', 'data-set'],
  ['PAR1 and no more', 'data-set'],
  ['[', 'data-set'],
])('%.60s…', async (text, kind) => {
  expect(await fileKind(sourceFile('f', text))).toBe(kind);
});

it('takes what is packed for a data set', async () => {
  expect(await fileKind(sourceFile('f.gz', gzipSync(SAMPLE)))).toBe('data-set');
});
