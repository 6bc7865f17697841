import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
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
  ['[{"question_id":"abc301_a","code_list":["print(1)"]}]', 'foreign-samples'],
  [`[${SAMPLE}]`, 'foreign-samples'],
  ['[{"problem_id":"p","question":"q","solutions":[]}]', 'data-set'],
  // Rows written by `grade` and `eval`. They contain the verdict of each test.
  ['{"problem_id":"p","sample_id":"0","verdict":"accepted","tests":[{"verdict":"accepted"}]}', 'samples'],
  ['{"problem_id":"p","responses":["a","b"]}', 'foreign-samples'],
  ['{"id":"p","outputs":[{"text":"a","finish_reason":"stop"}]}', 'foreign-samples'],
  ['{"id":"p","inputs":["1"],"outputs":["2"]}', 'data-set'],
  ['problem_id,response\np,"a\nb"', 'foreign-samples'],
  ['id,mode,prompt,tests\np,stdin,x,"[]"', 'data-set'],
  ['Dear all, I have\nno columns', 'own'],
  ['', 'own'],
  ['{"id": 1}', 'own'],
  ['{"id": 1, "prompt": 2, "cases": 3}', 'own'],
  ['{"question": "q", "cases": []}', 'data-set'],
  ['PAR1 and no more', 'data-set'],
  ['[', 'data-set'],
])('%.60s…', async (text, kind) => {
  expect(await fileKind(sourceFile('f', text))).toBe(kind);
});

it('looks into what is packed', async () => {
  expect(await fileKind(sourceFile('f.gz', gzipSync(SAMPLE)))).toBe('foreign-samples');
  expect(await fileKind(sourceFile('f.gz', gzipSync(FOREIGN)))).toBe('data-set');
  const zip = (name: string) => zipSync({ 'header.json': new Uint8Array(2), [name]: new Uint8Array(2) });
  expect(await fileKind(sourceFile('a.eval', zip('samples/p_epoch_1.json')))).toBe('foreign-samples');
  expect(await fileKind(sourceFile('a.zip', zip('data/train.json')))).toBe('data-set');
});
