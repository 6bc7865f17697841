import type { Execution } from '../execution.ts';
import { SOURCES, type Rule } from './rule.ts';

/**
 * '3.11': what came later is a syntax error or a missing name, as in the public graders. 'newest': it runs as far as the
 * judge's own Python takes it. Either way a report says what of it a program uses.
 */
export const PYTHON_RULES = ['3.11', 'newest'] as const;
export type PythonRule = (typeof PYTHON_RULES)[number];

export const EXECUTIONS: Readonly<Record<Execution, Rule>> = {
  standard: {
    title: 'As native Python',
    says: 'The program runs as a real script with real streams, or its function is called, in a fresh state for every test.',
    source: SOURCES.allpass,
  },
  rllm: {
    title: 'rLLM’s wrapped function',
    says: 'rLLM makes the script the body of a function, feeds it StringIO streams, and keeps its state from test to test.',
    source: SOURCES.rllmTests,
  },
  lcb: {
    title: 'LiveCodeBench’s wrapped function',
    says: 'LiveCodeBench makes the script the body of a function, feeds it a stand-in for stdin, and keeps its state from test to test.',
    source: SOURCES.lcbTesting,
  },
  'reward-kit': {
    title: 'reward-kit’s exec',
    says: 'reward-kit executes the text with StringIO streams, without the problem’s preamble; an exit loses what was printed.',
    source: SOURCES.rewardKit,
  },
  'exit-status': {
    title: 'A script whose exit status counts',
    says: 'A script that leaves with a status other than 0 fails, whatever it printed.',
    source: SOURCES.openR1,
  },
};

export function executionRule({ how, python }: { how: Execution; python: PythonRule }): Rule {
  const { title, says, source } = EXECUTIONS[how];
  if (python === '3.11') return { title, says, source };
  return {
    title: `${title}; newer Python counts`,
    says: `${says} Syntax and names that came after Python 3.11 may be used.`,
    source,
  };
}
