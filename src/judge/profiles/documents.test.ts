/** docs/graders.md has a row for each profile and each choice of the code. */
import { expect, it } from 'vitest';
import page from '../../../docs/graders.md?raw';
import { COMPARER_RULES } from '../words/comparer-rules.ts';
import { EXTRACTOR_RULES } from '../words/extractor-rules.ts';
import { profileAbout } from '../words/profile-abouts.ts';
import { PROFILES } from './profiles.ts';
import type { Rule } from './rule.ts';
import { EXECUTION_RULES } from '../words/grader-rules.ts';

/** Table rows without padding. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.replace(/ +/g, ' '));

const choice = ([name, { says, source }]: [string, Rule]): string => {
  const repository = /^https:\/\/[^/]+\/([^/]+\/[^/]+)/.exec(source)?.[1] ?? source;
  return `| \`${name}\` | ${says} | [${repository}](${source}) |`;
};

it.each(PROFILES.map((profile) => [profile.name, profile] as const))('profile %s', (name, profile) => {
  const { extract, execute, compare, grades } = profile;
  const about = `${profileAbout(profile.name)}${grades || name === 'fractional' ? '' : ' It wants a prompt of its own, so the X-ray does not count it.'}`;
  expect(rows).toContain(`| \`${name}\` | ${about} | \`${extract}\` | \`${execute.how}\` | \`${compare}\` |`);
});

it.each(Object.entries<Rule>({ ...EXTRACTOR_RULES }))('extractor %s', (...entry) => {
  expect(rows).toContain(choice(entry));
});

it.each(Object.entries<Rule>({ ...EXECUTION_RULES }))('execution %s', (...entry) => {
  expect(rows).toContain(choice(entry));
});

it.each(Object.entries<Rule>({ ...COMPARER_RULES }))('comparer %s', (...entry) => {
  expect(rows).toContain(choice(entry));
});
