/** The lessons, in their order: words and questions here, the live thing of each is in `places.ts`. */
import type { Place } from '../parts/place.ts';

/** A lesson. Its name also identifies it in a student's results. */
export interface Lesson extends Omit<Place, 'load'> {
  /** A few sentences before the live thing. */
  readonly words: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Place of the option that comes true, from 0. */
  readonly right: number;
  /** Said once the answer is revealed. */
  readonly reveal: string;
  /** For the class, afterwards. */
  readonly afterwards: string;
  readonly minutes: number;
  /** Requirements on the machine, in a sentence. */
  readonly machine: string;
}

/** Title of the page that follows the last lesson. */
export const LAB_TITLE = 'The lab: train a policy';
export const GYM_TITLE = 'The hack gym: earn 1 without solving';

const PYTHON = 'Python in the tab: any laptop; the first program of a visit waits some seconds.';
const NOTHING = 'Nothing: arithmetic only.';

export const LESSONS: readonly Lesson[] = [
  {
    name: 'one-bit',
    title: 'One answer, all tests, one bit',
    about: 'Partial credit against one bit, on an answer that looks right and is wrong.',
    words:
      'A model was asked for a program. The judge runs it on every hidden test and pays 1 if all of them pass, else 0. The answer below looks right, and is wrong about ties.',
    question: 'Of 29 tests, how many does this wrong program pass?',
    options: ['Fewer than 10', '10 to 20', 'More than 20'],
    right: 1,
    reveal:
      'A good part of the tests pass although the program is wrong. By partial credit it would be paid for each of them, and a policy would learn to write more like it; by one bit it earns what every wrong program earns.',
    afterwards: 'Which tests does it fail, and what do they have in common? Would you have written them?',
    minutes: 5,
    machine: PYTHON,
  },
  {
    name: 'extraction',
    title: 'Extraction decides',
    about: 'Before anything runs, the program is taken out of the answer, and graders disagree about which.',
    words:
      'A grader sees text, not a program. Thirteen rules that are in use take it out of the same answer. Change the answer, and see what each would run.',
    question:
      'An answer has a right program in its first block and a test call in its last. Who runs the right program?',
    options: ['All of them', 'Only those that take the first block', 'None of them'],
    right: 1,
    reveal:
      'Most take the last block, and would run the test call alone. The answer is worth 1 or 0 by where it was told to put its program, not by what it can do. So the prompt has to say it.',
    afterwards: 'Write an answer that all rules read alike. What must a prompt say so that models write it?',
    minutes: 5,
    machine: NOTHING,
  },
  {
    name: 'how-many-tests',
    title: 'How many tests are enough?',
    about: 'Tests are hidden one by one, and wrong programs begin to pass.',
    words:
      'Eight programs for one problem, each wrong in its own way. The judge runs each on all tests; then the slider takes tests away, as if the problem had never had them.',
    question: 'With the first three tests only, how many of the eight wrong programs earn 1?',
    options: ['None', 'One or two', 'Three or more'],
    right: 2,
    reveal:
      'Few tests pay for wrong programs. DeepCoder left out problems with fewer than five tests. Which tests they are matters as much: one that looks at ties is worth ten that do not.',
    afterwards:
      'Find the smallest set of tests that lets none of them pass. Why is the shuffled order different?',
    minutes: 8,
    machine: PYTHON,
  },
  {
    name: 'graders',
    title: 'One answer, every grader',
    about: 'The same answer by the rules of thirteen public graders: the X-ray.',
    words:
      'Published graders differ in what they run, how they compare and what they pay. Here they are reproduced, faults included. Choose an answer, and have all of them judge it.',
    question:
      'The numbers are right, but each stands on a line of its own. How many of the thirteen graders pay 1?',
    options: ['All', 'None', 'Some'],
    right: 2,
    reveal:
      'A grader that compares words does not see where lines end; the others do. A score is a fact about a model and a grader together: without the grader’s rules it says little.',
    afterwards:
      'Two papers report pass@1 on the same problems. What do you have to know before you compare them?',
    minutes: 8,
    machine: PYTHON,
  },
  {
    name: 'time',
    title: 'Time limits between machines',
    about: 'The same program, on this machine and on a slower one: is it still right?',
    words:
      'A right and a slow program are run here, and each test is timed. The slider sets the limit in seconds. Limits are stated for a reference machine, and stretched by what this one was measured to need.',
    question: 'On a machine half as fast, without stretching, what becomes of rewards?',
    options: ['Nothing: right is right', 'Some right programs earn 0', 'All programs earn 0'],
    right: 1,
    reveal:
      'Whoever is near the limit falls over it. A time-out is a fact about two things, the program and the machine; so the judge measures the machine, and runs a doubtful time-out once more, alone.',
    afterwards:
      'A training run moves to other hardware and its reward drops by two points. What do you check first?',
    minutes: 6,
    machine: PYTHON,
  },
  {
    name: 'truncation',
    title: 'Cut off is not wrong',
    about: 'What a token limit does to a group, and four ways to treat what it cuts.',
    words:
      'Three recorded answers to one problem, cut where the slider says, as a limit on tokens would. The judge sees what is left of them.',
    question: 'Cut-off answers are counted as wrong. What does the policy learn from that?',
    options: ['To be right more often', 'To be short', 'Nothing'],
    right: 1,
    reveal:
      'A long answer that would have been right is pushed down for its length, with all of its many tokens. In the lab, programs become short at once and stay short. Masking takes that push away: it pays for nothing, and punishes nothing.',
    afterwards: 'Dropping what was cut off before the statistics makes length explode in the lab. Why?',
    minutes: 8,
    machine: PYTHON,
  },
  {
    name: 'advantages',
    title: 'From rewards to advantages',
    about: 'A group of samples, their mean and σ: who is pushed up, who down, and how far.',
    words:
      'A policy is asked the same thing several times. What counts is not the reward but how it compares with the group’s: A = (reward − mean) / σ. Press a bit to turn it.',
    question:
      'One of eight is right. How hard is it pushed up, compared with the push down on each of the others?',
    options: ['As hard', 'About twice as hard', 'Seven times as hard'],
    right: 2,
    reveal:
      'The pushes of a group add up to nothing: one up weighs as much as seven down. A rare success is a strong signal; a rare failure among successes is one, too.',
    afterwards: 'Turn all bits to 1. What does the group teach? What would it take to learn from it?',
    minutes: 6,
    machine: NOTHING,
  },
  {
    name: 'no-variance',
    title: 'Groups without variance teach nothing',
    about: 'Too hard and too easy problems give groups of one colour: why difficulty is filtered.',
    words:
      'If all samples of a group earn the same, every advantage is 0. How often that happens depends on how often the policy solves the problem, p, and on the size of the group, G. Below, 32 groups drawn by chance.',
    question: 'A problem is solved once in a hundred tries. Of 100 groups of 8, how many teach something?',
    options: ['About 8', 'About 50', 'Nearly all'],
    right: 0,
    reveal:
      '1 − pᴳ − (1 − p)ᴳ is 0.08 there. Nine of ten groups were sampled and judged for nothing. So problems that are never or always solved are set aside, before training or during it.',
    afterwards: 'What is lost when hard problems are set aside? When should they come back?',
    minutes: 6,
    machine: NOTHING,
  },
];
