/** The lessons in order: texts, pictures, questions, and the component of each lesson. */
import { boxPath, dotPath, each, type Place } from '../parts/place.ts';
import { TITLES } from '../state/learn-view.ts';

/** A lesson. Its name also identifies it in the results of a student. */
export interface Lesson extends Place {
  /** A few sentences that precede the problem and the program. */
  readonly words: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Index of the correct option. */
  readonly right: number;
  /** Explanation that is shown with the answer. */
  readonly reveal: string;
  /** A question for the class after the lesson. */
  readonly afterwards: string;
  readonly minutes: number;
  /** Requirements on the machine. */
  readonly machine: string;
}

const PYTHON = 'Python in the browser, on any laptop. The first run takes a few seconds.';
const NOTHING = 'a browser; no Python.';

export const LESSONS: readonly Lesson[] = [
  {
    name: 'one-bit',
    title: TITLES['one-bit'],
    about: 'Partial credit against one bit, on an answer that looks right and is wrong.',
    words:
      'A model was asked for a program. The judge runs it on every hidden test and pays 1 if all tests pass, else 0. Training makes programs that are paid more likely; the model in training is called the policy. The program of this lesson looks right, but it is wrong about ties: barrels of the same level.',
    question: 'The program is wrong. How many of the 29 tests does it pass?',
    options: ['Fewer than 10', '10 to 20', 'More than 20'],
    right: 1,
    reveal:
      'It passes 13 of 29 tests although it is wrong. Partial credit tempts: it pays something at once, long before any program is right. But it pays this program for each of the 13 tests, and a policy learns to write more programs like it. One bit pays it what every wrong program earns: 0.',
    afterwards: 'Which tests does it fail, and what do they have in common? Would you have written them?',
    minutes: 5,
    machine: PYTHON,
    picture: [
      ['good', each([0, 1, 2], (at) => boxPath(4 + 10 * at, 16, 8, 8))],
      ['bad', boxPath(34, 16, 8, 8)],
      ['line', `M46 20h6m-2-2 2 2-2 2${dotPath(61, 20, 7)}`],
    ],
    load: () => import('./OneBit.svelte'),
  },
  {
    name: 'extraction',
    title: TITLES.extraction,
    about:
      'A grader first takes the program out of the answer, and graders disagree about which block it is.',
    words:
      'A grader sees text, not a program. Published graders take the program out of the same answer by rules of their own. Read the answer, and predict which block they take.',
    question:
      'Thirteen published rules read this answer: a right program, then a test call. With how many of them does it earn 1?',
    options: ['With all 13', 'With 6 or 7', 'With one'],
    right: 2,
    reveal:
      'Eleven rules take the last block, and run the test call alone. One takes the first block, which is right. One takes the words before it, which are no program. The answer earns 1 or 0 by the place of its program, not by what the program does. A prompt must therefore say where the program goes.',
    afterwards: 'Write an answer that all rules read alike. What must a prompt say so that models write it?',
    minutes: 5,
    machine: PYTHON,
    picture: [
      ['pale', each([6, 11, 30, 35], (y) => boxPath(8, y, y % 2 === 0 ? 44 : 34, 2))],
      ['accent', `${boxPath(8, 16, 3, 11)}${each([17, 21, 25], (y) => boxPath(14, y, 40 - (y % 4) * 6, 2))}`],
    ],
    load: () => import('./ExtractionLesson.svelte'),
  },
  {
    name: 'how-many-tests',
    title: TITLES['how-many-tests'],
    about: 'With fewer tests, wrong programs begin to pass.',
    words:
      'Eight programs for one problem, each wrong in its own way. The judge runs each on all 29 tests. A slider then removes tests, as if the problem had never had them.',
    question: 'With the first three tests only, how many of the eight wrong programs earn 1?',
    options: ['None', 'One or two', 'Three or more'],
    right: 2,
    reveal:
      'With few tests, wrong programs get rewarded. DeepCoder left out problems with fewer than five tests. The choice of tests matters as much: one test with ties is worth ten without.',
    afterwards:
      'Find the smallest set of tests that lets none of them pass. Why is the shuffled order different?',
    minutes: 8,
    machine: PYTHON,
    picture: [
      ['line', 'M6 4v32h60'],
      ['bad', each([26, 20, 20, 14, 14, 8, 4], (height, at) => boxPath(10 + 8 * at, 35 - height, 6, height))],
    ],
    load: () => import('./HowManyTests.svelte'),
  },
  {
    name: 'graders',
    title: TITLES.graders,
    about: 'Public graders judge the same answer: the X-ray.',
    words:
      'Published graders differ in what they run, how they compare and what they pay. They are reproduced here, including their bugs. All of them judge one answer.',
    question: 'The answer prints the right numbers, each on its own line. How many of the graders pay 1?',
    options: ['All', 'None', 'Some'],
    right: 2,
    reveal:
      'A grader that compares words ignores line breaks; the others do not. A score belongs to a model and a grader together: without the grader’s rules it says little.',
    afterwards:
      'Two papers report pass@1 on the same problems. What do you have to know before you compare them?',
    minutes: 8,
    machine: PYTHON,
    picture: [
      ['pale', each([7, 18, 29], (y) => boxPath(8, y, 36, 4))],
      ['good', dotPath(58, 9, 5)],
      ['line', `${dotPath(58, 20, 4)}${dotPath(58, 31, 4)}`],
    ],
    load: () => import('./Graders.svelte'),
  },
  {
    name: 'time',
    title: TITLES.time,
    about: 'The same programs on this machine and on a slower one: do they still earn 1?',
    words:
      'Two programs for one problem give the same outputs, one fast, one slow. Each test is timed. Time limits are stated for a reference machine; the judge scales them to the speed of this one.',
    question: 'On a machine half as fast, with the limit unchanged, what happens to rewards?',
    options: ['Nothing: right is right', 'Some right programs earn 0', 'All programs earn 0'],
    right: 1,
    reveal:
      'A program close to the limit may fail on a slower machine. A time-out depends on the program and on the machine. The judge therefore measures the machine, and retries a doubtful time-out alone.',
    afterwards:
      'A training run moves to other hardware and its reward drops by two points. What do you check first?',
    minutes: 6,
    machine: PYTHON,
    picture: [
      ['line', 'M6 4v32h60M8 14h4m3 0h4m3 0h4m3 0h4m3 0h4m3 0h4m3 0h4m3 0h4'],
      ['accent', each([12, 22, 32, 42], (x) => dotPath(x, 32 - x / 6, 2))],
      ['bad', `${dotPath(52, 18, 2)}${dotPath(61, 8, 2)}`],
    ],
    load: () => import('./TimeLimits.svelte'),
  },
  {
    name: 'advantages',
    title: TITLES.advantages,
    about: 'A group of samples, their mean and σ: which samples are pushed up, which down, and how far.',
    words:
      'A policy answers the same problem several times. Each reward is compared with the rewards of its group: A = (reward − mean) / σ, where σ, the standard deviation, measures how much the rewards differ. A sample with a positive advantage A becomes more likely.',
    question:
      'One of eight samples is right. How hard is it pushed up, compared with the push down on each of the others?',
    options: ['Equally hard', 'About twice as hard', 'Seven times as hard'],
    right: 2,
    reveal:
      'The pushes of a group add up to zero: one up weighs as much as seven down. A rare success is a strong signal, and so is a rare failure among successes.',
    afterwards: 'Set all rewards to 1. What does the group teach? What would it take to learn from it?',
    minutes: 6,
    machine: NOTHING,
    picture: [
      ['accent', boxPath(9, 6, 6, 18)],
      ['bad', each([1, 2, 3, 4, 5, 6], (at) => boxPath(9 + 8 * at, 24, 6, 4))],
      ['line', 'M4 24h64'],
    ],
    load: () => import('./Advantages.svelte'),
  },
  {
    name: 'truncation',
    title: TITLES.truncation,
    about: 'A token limit cuts answers of a group, and trainers treat the cut answers in four ways.',
    words:
      'Three recorded answers to one problem. A token limit cuts the longest of them before its program is complete. The judge sees only the part before the cut.',
    question: 'Answers that are cut off count as wrong. What does the policy learn from that?',
    options: ['To be right more often', 'To be short', 'Nothing'],
    right: 1,
    reveal:
      'A long answer that would have been right is pushed down for its length, with all of its many tokens. In the lab, programs become short at once and stay short. Masking removes that push: it neither rewards nor punishes.',
    afterwards: 'Dropping cut-off answers before the statistics makes length explode in the lab. Why?',
    minutes: 8,
    machine: PYTHON,
    picture: [
      ['accent', `${boxPath(6, 6, 30, 6)}${boxPath(6, 17, 40, 6)}${boxPath(6, 28, 40, 6)}`],
      ['pale', boxPath(46, 28, 18, 6)],
      ['line', 'M46 2v36'],
    ],
    load: () => import('./Truncation.svelte'),
  },
  {
    name: 'no-variance',
    title: TITLES['no-variance'],
    about: 'Problems that are too hard or too easy give groups where all answers fail or all pass.',
    words:
      'If all samples of a group earn the same reward, every advantage is 0. How often that happens depends on p, the chance that one sample is right, and on G, the size of the group.',
    question: 'One sample in a hundred is right. Of 100 groups of 8 samples, how many teach something?',
    options: ['About 8', 'About 50', 'Nearly all'],
    right: 0,
    reveal:
      'At p = 0.01 and G = 8, the share 1 − pᴳ − (1 − p)ᴳ is 0.08. Nine of ten groups were sampled and judged for nothing. Problems that are never or always solved are therefore set aside, before training or during it.',
    afterwards: 'What is lost when hard problems are set aside? When should they come back?',
    minutes: 6,
    machine: NOTHING,
    picture: [
      ['line', 'M6 4v32h60'],
      ['accent', 'M7 36C14 8 22 7 36 7s22 1 29 29h-2C57 12 50 9 36 9S15 12 9 36z'],
    ],
    load: () => import('./NoVariance.svelte'),
  },
];
