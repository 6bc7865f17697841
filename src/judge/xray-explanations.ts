/**
 * Explains why a part of a grader changes the reward, from the reports of an experiment. Each sentence follows from
 * an observation.
 */
import type { Problem } from '../domain/problem.ts';
import { type JudgeReport, type TestResult, VERDICT_WORDS } from '../domain/verdict.ts';
import type { Extraction } from './extract/fences.ts';
import { COMPARER_RULES } from './words/comparer-rules.ts';
import { EXTRACTOR_RULES } from './words/extractor-rules.ts';
import { executionRule, scoreRule, selectionRule } from './words/grader-rules.ts';
import { type Profile, timeLimitOf } from './profiles/profile.ts';
import { STANDARD } from './profiles/profiles.ts';
import { SOURCES } from './profiles/rule.ts';
import { EXECUTION_WAYS, EXECUTION_WORDS, type Direction } from './words/xray-executions.ts';
import type { ProfilePart } from './xray/parts.ts';
import { missingName, failureSignatureOf } from './xray/failure-signature.ts';

/** The result of judging the X-rayed submission once. */
export interface JudgedAnswer {
  /** The extracted block; null for a program. */
  readonly extraction: Extraction | null;
  /** The program that ran; '' if none was found. */
  readonly code: string;
  readonly report: JudgeReport;
}

export interface Experiment {
  readonly problem: Problem;
  /** The profile from which the swapped parts were taken. */
  readonly profile: Profile;
  readonly standardAnswer: JudgedAnswer;
  /** The result under the standard rules, with some parts swapped. */
  readonly swappedAnswer: JudgedAnswer;
}

/** Returns the rule of each part, and its effect here: one to three sentences. */
export function explanationOf(parts: readonly ProfilePart[], experiment: Experiment): string {
  const rules = parts.map((part) => ruleText(part, experiment));
  return [...new Set([...rules, observationText(parts, experiment)])]
    .filter((words) => words !== '')
    .join(' ');
}

/** Returns the source of the rule. */
export function sourceOf(part: ProfilePart, { execute, extract, select, compare, score }: Profile): string {
  switch (part) {
    case 'extract':
      return EXTRACTOR_RULES[extract].source;
    case 'select':
      return selectionRule(select).source;
    case 'how':
    case 'limit':
    case 'python':
      return executionRule(execute).source;
    case 'compare':
    case 'checker':
      return COMPARER_RULES[compare].source;
    case 'worth':
      return scoreRule({ ...score, formatPenalty: 0 }).source;
    case 'penalty':
      return SOURCES.tinker;
  }
}

function ruleText(part: ProfilePart, experiment: Experiment): string {
  const { profile } = experiment;
  switch (part) {
    case 'extract':
      return extractText(experiment);
    case 'select':
      return selectText(experiment);
    case 'checker':
      return `This problem has its own checker of outputs, and ${profile.title} does not run it.`;
    case 'how':
      return howText(experiment);
    case 'limit':
      return limitText(experiment);
    case 'python':
      return 'Syntax and names that came after Python 3.11 may be used.';
    case 'compare':
      return compareText(experiment);
    case 'worth':
      return scoreRule({ ...profile.score, formatPenalty: 0 }).says;
    case 'penalty':
      return `An answer without a program loses ${profile.score.formatPenalty}.`;
  }
}

function extractText({ profile, standardAnswer, swappedAnswer }: Experiment): string {
  const { says } = EXTRACTOR_RULES[profile.extract];
  const extractionHere = swappedAnswer.extraction;
  if (extractionHere === null) return says;
  const standardExtraction = standardAnswer.extraction;
  const isSameBlock =
    extractionHere.found &&
    standardExtraction?.found === true &&
    extractionHere.start === standardExtraction.start &&
    extractionHere.end === standardExtraction.end;
  const rule = isSameBlock
    ? 'It takes the same block as the standard rules, but not the same text of it.'
    : says;
  return `${rule} Here: ${extractionHere.how}`;
}

function selectText({ profile, standardAnswer, swappedAnswer }: Experiment): string {
  const { testsRun, testsTotal, tests } = swappedAnswer.report;
  const firstFailedByStandard = standardAnswer.report.firstFailed;
  const isLeftOut = firstFailedByStandard !== null && tests[firstFailedByStandard]?.verdict === 'not-run';
  const leftOut = isLeftOut
    ? `, and test ${firstFailedByStandard + 1}, which fails by the standard rules, is not among them`
    : '';
  return `${selectionRule(profile.select).says} Here ${testsRun} of ${testsTotal} tests ran${leftOut}.`;
}

function limitText(experiment: Experiment): string {
  const { profile, problem } = experiment;
  const isTimeOut = tellingTest(experiment).test?.verdict === 'time-limit-exceeded';
  const [seconds, problemSeconds] = [timeLimitOf(profile, problem), timeLimitOf(STANDARD, problem)];
  const messageEnd = isTimeOut ? '.' : '; but what was seen is no time-out.';
  return `A test may run ${seconds} s, not the problem’s ${problemSeconds} s${messageEnd}`;
}

function howText(experiment: Experiment): string {
  const { profile, problem } = experiment;
  const { how } = profile.execute;
  // Does not occur: a profile with the standard execution does not differ in this part.
  if (how === 'standard') return executionRule(profile.execute).says;
  const { direction, test, code } = tellingTest(experiment);
  const signature = test === null ? null : failureSignatureOf(test, { code, problem });
  const sentenceFor = signature === null ? undefined : EXECUTION_WORDS[how][direction][signature];
  return sentenceFor === undefined || test === null ? EXECUTION_WAYS[how] : sentenceFor(missingName(test));
}

function compareText(experiment: Experiment): string {
  const { compare } = experiment.profile;
  const rule = COMPARER_RULES[compare];
  const { direction, test } = tellingTest(experiment);
  const differenceKind = test?.difference?.kind;
  return (differenceKind && rule[direction]?.[differenceKind]) ?? rule.says;
}

interface Telling {
  readonly direction: Direction;
  /** The failed test that shows the difference; null if no single test does. */
  readonly test: TestResult | null;
  /** The program that failed the test. */
  readonly code: string;
}

/**
 * Returns the failure that shows the difference: one that only the swapped parts cause, or only the standard
 * rules.
 */
function tellingTest({ standardAnswer, swappedAnswer }: Experiment): Telling {
  const isBetter = (swappedAnswer.report.reward ?? 0) > (standardAnswer.report.reward ?? 0);
  const [failingAnswer, passingAnswer] = isBetter
    ? [standardAnswer, swappedAnswer]
    : [swappedAnswer, standardAnswer];
  const firstFailed = failingAnswer.report.firstFailed;
  const test = firstFailed === null ? null : (failingAnswer.report.tests[firstFailed] ?? null);
  const hasOtherPassed =
    firstFailed !== null && passingAnswer.report.tests[firstFailed]?.verdict === 'accepted';
  return {
    direction: isBetter ? 'better' : 'worse',
    test: hasOtherPassed ? test : null,
    code: failingAnswer.code,
  };
}

/** Describes the observation, in addition to the rules. */
function observationText(parts: readonly ProfilePart[], experiment: Experiment): string {
  const { swappedAnswer, standardAnswer } = experiment;
  if (parts.includes('penalty') && swappedAnswer.code === '') {
    return swappedAnswer.extraction?.found === false && !parts.includes('extract')
      ? `Here: ${swappedAnswer.extraction.how}`
      : '';
  }
  if (parts.includes('worth')) {
    const { testsPassed, testsRun, testsTotal } = swappedAnswer.report;
    return `Here ${testsPassed} of ${parts.includes('select') ? testsRun : testsTotal} tests passed.`;
  }
  const { direction, test } = tellingTest(experiment);
  if (direction === 'better')
    return test === null || parts.includes('select') ? '' : `By the standard rules ${failingText(test)}`;
  const firstFailedHere = swappedAnswer.report.firstFailed;
  const shownTest =
    test ?? (firstFailedHere === null ? null : (swappedAnswer.report.tests[firstFailedHere] ?? null));
  // There is no standard result to compare with, because the standard profile found no program.
  return shownTest === null || (test === null && standardAnswer.code !== '' && !parts.includes('extract'))
    ? ''
    : `Here ${failingText(shownTest)}`;
}

/** Describes the cause of a failed test: no output, Python's message, or the verdict. */
function failingText({ index, verdict, error, got }: TestResult): string {
  const isSilent = verdict === 'wrong-answer' && got?.trim() === '';
  const cause =
    error === null
      ? VERDICT_WORDS[verdict].word.toLowerCase()
      : [error.name, error.message].filter((part) => part !== '').join(': ');
  return `test ${index + 1} fails: ${isSilent ? 'nothing came out.' : cause.replace(/\.?$/, '.')}`;
}
