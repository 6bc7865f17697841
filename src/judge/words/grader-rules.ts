/** Texts of a grader's rules on tests, execution and reward, for choosing and explaining them. */
import type { Execution, PythonRule } from '../profiles/execution.ts';
import { SOURCES, type Rule } from '../profiles/rule.ts';
import type { ScoreRule } from '../profiles/scores.ts';
import type { Selection } from '../profiles/selection.ts';

export const EXECUTION_RULES: Readonly<Record<Execution, Rule>> = {
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
  'prime-code': {
    title: 'prime_code’s indented function',
    says: 'verl’s prime_code indents all lines but imports to make a function of the script, feeds it StringIO streams, and starts every test from the same state; calls share one state, and earn nothing unless all tests pass.',
    source: SOURCES.verlPrimeTests,
  },
  'sandbox-fusion': {
    title: 'sandbox_fusion’s script',
    says: 'verl’s sandbox_fusion runs a script whose exit status counts; a call is pasted behind the program, and what comes out is what the whole script prints.',
    source: SOURCES.verlFusionTests,
  },
  'nemo-gym': {
    title: 'NeMo-Gym’s wrapped function',
    says: 'NeMo-Gym makes the script the body of a function, feeds it stand-ins for the streams that have bytes behind them, and keeps its state from test to test.',
    source: SOURCES.nemoGymTests,
  },
  'open-instruct': {
    title: 'open-instruct’s function or assertion',
    says: 'open-instruct makes the script the body of a function and keeps its state from test to test, or executes the program and asserts a call; a program that names os, threads or some packages is not run.',
    source: SOURCES.openInstructTests,
  },
  'intellect-3': {
    title: 'INTELLECT-3’s script',
    says: 'INTELLECT-3 puts imports before the program and looks at the exit status; a call is pasted behind the program, and its result goes through JSON.',
    source: SOURCES.intellect3Tests,
  },
  'lm-eval': {
    title: 'lm-eval’s assertions',
    says: 'lm-eval executes the program and all assertions in one namespace, and lets it read nothing.',
    source: SOURCES.codeEval,
  },
};

export function executionRule({ how, python }: { how: Execution; python: PythonRule }): Rule {
  const { title, says, source } = EXECUTION_RULES[how];
  if (python === '3.11') return { title, says, source };
  return {
    title: `${title}; newer Python counts`,
    says: `${says} Syntax and names that came after Python 3.11 may be used.`,
    source,
  };
}

export function selectionRule(selection: Selection): Rule {
  switch (selection.kind) {
    case 'all':
      return {
        title: 'All tests',
        says: 'Every test runs, in the order of the data set.',
        source: SOURCES.rllm,
      };
    case 'longest':
      return {
        title: `The ${selection.count} longest inputs`,
        says: `If there are more than ${selection.count} tests, only those with the longest inputs run.`,
        source: SOURCES.deepcoder,
      };
    case 'first':
      return {
        title: `The first ${selection.count}`,
        says: `Only the first ${selection.count} tests run.`,
        source: SOURCES.allpass,
      };
  }
}

const SCORE_RULES: Readonly<Record<ScoreRule['kind'], Rule>> = {
  all: {
    title: '1 if all tests pass, else 0',
    says: 'Only a program that passes every test is rewarded.',
    source: SOURCES.rllm,
  },
  'nearly-all': {
    title: '1 if more than 99 % pass, else 0',
    says: 'More than 99 % of the tests are enough.',
    source: SOURCES.openR1,
  },
  share: {
    title: 'The share of tests passed',
    says: 'Every test passed earns its share.',
    source: SOURCES.openR1,
  },
};

export function scoreRule(score: ScoreRule): Rule {
  const rule = SCORE_RULES[score.kind];
  if (score.formatPenalty === 0) return rule;
  return {
    title: `${rule.title}; −${score.formatPenalty} without a program`,
    says: `${rule.says} An answer without a program loses ${score.formatPenalty}.`,
    source: SOURCES.tinker,
  };
}
