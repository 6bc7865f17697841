/** Writes a run as a JUnit report for continuous integration. A problem is a suite, a sample a test case. */
import { groupBy } from '../../base/collections.ts';
import type { JudgedSample } from '../../datasets/verdict-rows.ts';
import { limitWords } from '../figures/redraws.ts';
import type { Fact } from '../share/run-facts.ts';

/**
 * A sample with a reward other than 1 is a failure. A sample without a reward is an error, which does not count against
 * the model.
 */
export function runJunit(
  samples: readonly JudgedSample[],
  name: string,
  facts: readonly Fact[] = [],
): string {
  const suites = groupBy(samples, ({ problemId }) => problemId);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}"${countsOf(samples)}>`,
    ...[...suites].flatMap(([problem, members]) => [
      `  <testsuite name="${escapeXml(problem)}"${countsOf(members)}>`,
      ...propertiesOf(facts),
      ...members.map((sample) => testCase(problem, sample)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

/** Every suite has the facts, because the report as a whole cannot have properties. */
function propertiesOf(facts: readonly Fact[]): readonly string[] {
  if (facts.length === 0) return [];
  return [
    '    <properties>',
    ...facts.map(
      ([name, value]) => `      <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`,
    ),
    '    </properties>',
  ];
}

function countsOf(samples: readonly JudgedSample[]): string {
  const errors = samples.filter(({ reward }) => reward === null).length;
  const failures = samples.filter(({ reward }) => reward !== null && reward !== 1).length;
  return ` tests="${samples.length}" failures="${failures}" errors="${errors}"`;
}

function testCase(problem: string, sample: JudgedSample): string {
  const { id, reward, verdict, profile, redrawn, flags } = sample;
  const openingTag = `    <testcase classname="${escapeXml(problem)}" name="${escapeXml(id)}"`;
  const facts: readonly Fact[] = [
    ...(redrawn === undefined ? [] : [['redrawn', `token limit ${limitWords(redrawn)}`] as const]),
    ...(flags.length === 0 ? [] : [['flags', flags.join(' ')] as const]),
  ];
  const properties = facts.map(
    ([name, value]) => `<property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`,
  );
  const propertiesText = facts.length === 0 ? '' : `<properties>${properties.join('')}</properties>`;
  if (reward === 1)
    return propertiesText === '' ? `${openingTag}/>` : `${openingTag}>${propertiesText}</testcase>`;
  const kind = reward === null ? 'error' : 'failure';
  const failureMessage =
    reward === null ? `${verdict}: no reward` : `${verdict}: reward ${reward} by the rules of ${profile}`;
  const body = detailsOf(sample);
  const end = body === '' ? '/>' : `>${escapeXml(body)}</${kind}>`;
  return `${openingTag}>${propertiesText}<${kind} type="${escapeXml(verdict)}" message="${escapeXml(failureMessage)}"${end}</testcase>`;
}

/** Returns the error and the first failing test, if the row has them: one line each, with longer texts below. */
function detailsOf({ error, firstFailed, firstFailure }: JudgedSample): string {
  const section = (name: string, text: string | null | undefined): string[] => {
    if (text === null || text === undefined) return [];
    return [text.trimEnd().includes('\n') ? `${name}:\n${text.trimEnd()}` : `${name}: ${text.trimEnd()}`];
  };
  return [
    ...section('Error', error),
    ...(firstFailed === null ? [] : [`First failing test: index ${firstFailed}`]),
    ...section('Input', firstFailure?.input),
    ...section('Expected', firstFailure?.expected),
    ...section('Got', firstFailure?.got),
  ].join('\n');
}

/** Control characters and lone surrogates are invalid in XML, escaped or not. */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, (unit) => (/[\t\n\r]/.test(unit) ? unit : '\ufffd'))
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
