import { expect, it } from 'vitest';
import {
  answerCounts,
  answersTo,
  classCsv,
  correctCount,
  countsOf,
  optionLetter,
  problemsIn,
  questionsIn,
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

it('reads the answers, programs and lab runs of a class, and writes them beside the predictions', () => {
  const workOf = (before: string, after: string | null) => ({
    class: 'Tuesday',
    questions: [{ text: 'What does one bit pay?', before, after }],
    programs: [{ problem: 'own/two-lamps', code: 'print(1)' }],
    lab: [{ settings: 'seed=1', steps: 3, reward: 0.5, trulyRight: null }],
  });
  const textOf = (work: unknown) =>
    JSON.stringify({ ...(JSON.parse(fileOf('Eve', [])) as object), ...(work as object) });
  const eve = resultOf('eve.json', textOf(workOf('A half', '0 or 1')));
  expect(questionsIn([ADA, eve])).toEqual(['What does one bit pay?']);
  expect(problemsIn([ADA, eve])).toEqual(['own/two-lamps']);
  const pairs = [eve, ADA].map((result) => answersTo('What does one bit pay?', result));
  expect(pairs).toEqual([
    ['A half', '0 or 1'],
    [null, null],
  ]);
  expect(answerCounts([...pairs, [' a HALF', null]])).toEqual([
    { text: 'A half', before: 2, after: 0 },
    { text: '0 or 1', before: 0, after: 1 },
  ]);
  expect(classCsv([eve, ADA], [], (result) => (result === eve ? 1 : null))).toBe(
    'name,correct,predictions,What does one bit pay? (before),What does one bit pay? (after),reward of own/two-lamps,lab,file\r\n' +
      'Eve,0,0,A half,0 or 1,1,"seed=1: 3 steps, reward 0.50, really right none",eve.json\r\n' +
      'Ada,0,0,,,,,ada.json\r\n',
  );
  const damaged = readResult('x.json', textOf({ ...workOf('', null), programs: [{ problem: 1 }] }));
  expect(damaged.ok ? '' : damaged.fault).toMatch(/class in the file is damaged/);
});
