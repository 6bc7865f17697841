import { exampleAnswer } from '../words/lessons/example-answers.ts';
import { RIGHT_PROGRAM } from './lowest-barrel.ts';

/** Answers that graders read differently, all made from one right program for `allpass/lowest-barrel`. */
export const ANSWERS_FOR = 'allpass/lowest-barrel';

const fence = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\`\`\`\n`;

export interface ExampleAnswer {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly raw: string;
}

export const EXAMPLE_ANSWERS: readonly ExampleAnswer[] = [
  {
    name: 'plain',
    title: exampleAnswer.plain,
    raw: `Binary search on the level.\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'then-a-call',
    title: exampleAnswer['then-a-call'],
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nTry it like this:\n\n${fence('python', "print('6 5 9')\n")}`,
  },
  {
    name: 'untagged',
    title: exampleAnswer.untagged,
    raw: `The program:\n\n${fence('', RIGHT_PROGRAM)}`,
  },
  {
    name: 'py',
    title: exampleAnswer.py,
    raw: `The program:\n\n${fence('py', RIGHT_PROGRAM)}`,
  },
  {
    name: 'output-shown',
    title: exampleAnswer['output-shown'],
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nFor the first sample it prints:\n\n${fence('text', '6 5 9\n')}`,
  },
  {
    name: 'in-reasoning',
    title: exampleAnswer['in-reasoning'],
    raw: `<think>\nA first try:\n\n${fence('python', "print('6 5 9')\n")}\nThat is not general.\n</think>\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'not-closed',
    title: exampleAnswer['not-closed'],
    raw: `The program:\n\n\`\`\`python\n${RIGHT_PROGRAM}`,
  },
  {
    name: 'a-line-each',
    title: exampleAnswer['a-line-each'],
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM.replace('print(*out)', "print(*out, sep='\\n')"))}`,
  },
];
