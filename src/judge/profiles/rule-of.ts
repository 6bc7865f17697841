import { COMPARERS } from './comparers.ts';
import { executionRule } from './executions.ts';
import { EXTRACTOR_RULES } from './extractor-rules.ts';
import type { Choice, Profile } from './profile.ts';
import type { Rule } from './rule.ts';
import { scoreRule } from './scores.ts';
import { selectionRule } from './selectors.ts';

/** The rule behind one choice of a profile. */
export function ruleOf(profile: Profile, choice: Choice): Rule {
  switch (choice) {
    case 'extract':
      return EXTRACTOR_RULES[profile.extract];
    case 'select':
      return selectionRule(profile.select);
    case 'execute':
      return executionRule(profile.execute);
    case 'compare':
      return COMPARERS[profile.compare];
    case 'score':
      return scoreRule(profile.score);
  }
}
