import { expect, it } from 'vitest';
import {
  classCsv,
  correctCount,
  countsOf,
  optionLetter,
  readResult,
  repeatedNames,
  withResults,
  type StudentResult,
} from './class-results.ts';

const QUESTIONS = [
  { name: 'one', title: 'One, "first"', options: ['few', 'some', 'all'], right: 1 },
  { name: 'two', title: 'Two', options: ['yes', 'no'], right: 0 },
];
const fileOf = (name: string, lessons: readonly unknown[]): string =>
  JSON.stringify({ format: 'allpass-lessons', version: 1, name, right: 9, of: 9, lessons });

function resultOf(file: string, text: string): StudentResult {
  const reading = readResult(file, text);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.result;
}

const ADA = resultOf(
  'ada.json',
  fileOf(' Ada ', [
    { lesson: 'one', guess: 1, right: false },
    { lesson: 'two', guess: 1, right: true },
    { lesson: 'two', guess: 0, right: true },
  ]),
);
const BOB = resultOf('bob.json', fileOf('=Bob', [{ lesson: 'one', guess: 2, right: true }]));
const NAMELESS = resultOf('x.json', fileOf('', []));

it('reads the first prediction of each lesson, and computes again which are right', () => {
  expect(ADA.name).toBe('Ada');
  expect(NAMELESS.name).toBe('x.json');
  expect([ADA, BOB, NAMELESS].map((result) => correctCount(result, QUESTIONS))).toEqual([1, 0, 0]);
  expect(countsOf(QUESTIONS[0]!, [ADA, BOB, NAMELESS])).toEqual([0, 1, 1]);
  expect([ADA.guesses.get('two'), undefined].map(optionLetter)).toEqual(['B', '–']);
});

it.each([
  ['no', 'not JSON'],
  ['[]', 'no results of lessons'],
  ['{"format":"allpass-lessons","version":2,"lessons":[]}', 'another version'],
  [fileOf('A', [{ lesson: 'one', guess: '1' }]), 'damaged'],
])('refuses %j with the name of the file and the remedy', (text, reason) => {
  const reading = readResult('a.json', text);
  expect(reading.ok ? '' : reading.fault).toMatch(new RegExp(`^a\\.json: .*${reason}.*My results`));
});

it('a repeated file counts once; a repeated name is reported', () => {
  const again = withResults([BOB, ADA], [ADA]);
  expect(again.map(({ name }) => name)).toEqual(['=Bob', 'Ada']);
  expect(repeatedNames(again)).toEqual([]);
  expect(repeatedNames(withResults(again, [{ ...ADA, file: 'ada (1).json' }]))).toEqual(['Ada']);
});

it('writes one CSV row per student, quoted, without formulas', () => {
  expect(classCsv([ADA, BOB], QUESTIONS)).toBe(
    'name,correct,predictions,"One, ""first""",Two,file\r\n' +
      "Ada,1,2,some,no,ada.json\r\n'=Bob,0,1,all,,bob.json\r\n",
  );
});
