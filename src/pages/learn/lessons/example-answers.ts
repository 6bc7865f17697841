/** Answers that graders read differently, all made from one right program for `allpass/lowest-barrel`. */
import { exampleAnswer } from '../words/lessons/example-answers.ts';
import { RIGHT_PROGRAM } from './lowest-barrel.ts';

const fence = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\`\`\`\n`;

export interface ExampleAnswer {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly raw: string;
}

type ExampleName = keyof typeof exampleAnswer;

const RAW: Readonly<Record<ExampleName, string>> = {
  plain: `Binary search on the level.\n\n${fence('python', RIGHT_PROGRAM)}`,
  'then-a-call': `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nTry it like this:\n\n${fence('python', "print('6 5 9')\n")}`,
  untagged: `The program:\n\n${fence('', RIGHT_PROGRAM)}`,
  py: `The program:\n\n${fence('py', RIGHT_PROGRAM)}`,
  'output-shown': `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nFor the first sample it prints:\n\n${fence('text', '6 5 9\n')}`,
  'in-reasoning': `<think>\nA first try:\n\n${fence('python', "print('6 5 9')\n")}\nThat is not general.\n</think>\n\n${fence('python', RIGHT_PROGRAM)}`,
  'not-closed': `The program:\n\n\`\`\`python\n${RIGHT_PROGRAM}`,
  'a-line-each': `The program:\n\n${fence('python', RIGHT_PROGRAM.replace('print(*out)', "print(*out, sep='\\n')"))}`,
};

export const EXAMPLE_ANSWERS: readonly ExampleAnswer[] = Object.entries(RAW).map(([name, raw]) => ({
  name,
  title: exampleAnswer[name as ExampleName],
  raw,
}));
