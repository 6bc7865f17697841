/** The rewards for counts of tests, as they are chosen and explained. */
import { SOURCES, type Rule } from '../profiles/rule.ts';
import type { Score } from '../profiles/scores.ts';

const KINDS: Readonly<Record<Score['kind'], Rule>> = {
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

export function scoreRule(score: Score): Rule {
  const rule = KINDS[score.kind];
  if (score.formatPenalty === 0) return rule;
  return {
    title: `${rule.title}; −${score.formatPenalty} without a program`,
    says: `${rule.says} An answer without a program loses ${score.formatPenalty}.`,
    source: SOURCES.tinker,
  };
}
