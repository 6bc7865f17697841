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
    title: 'One Python block',
    raw: `Binary search on the level.\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'then-a-call',
    title: 'The program, then a test call',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nTry it like this:\n\n${fence('python', "print('6 5 9')\n")}`,
  },
  {
    name: 'untagged',
    title: 'A block without a tag',
    raw: `The program:\n\n${fence('', RIGHT_PROGRAM)}`,
  },
  {
    name: 'py',
    title: 'A block marked py',
    raw: `The program:\n\n${fence('py', RIGHT_PROGRAM)}`,
  },
  {
    name: 'output-shown',
    title: 'The program, then its output in a block',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nFor the first sample it prints:\n\n${fence('text', '6 5 9\n')}`,
  },
  {
    name: 'in-reasoning',
    title: 'A wrong draft in the reasoning',
    raw: `<think>\nA first try:\n\n${fence('python', "print('6 5 9')\n")}\nThat is not general.\n</think>\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'not-closed',
    title: 'A block that is never closed',
    raw: `The program:\n\n\`\`\`python\n${RIGHT_PROGRAM}`,
  },
  {
    name: 'a-line-each',
    title: 'A right program that prints each number on a line of its own',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM.replace('print(*out)', "print(*out, sep='\\n')"))}`,
  },
];
