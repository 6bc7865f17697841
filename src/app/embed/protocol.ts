/**
 * The messages between a course page, whose script is in `host/`, and the frames of Allpass in it. There are two frames:
 * a problem's, and the engine's, which all problems of the page share. Each message is data. The course page never
 * receives a stored value, a hidden test or a key, and a frame inserts nothing that it receives as HTML.
 */
import { runTests } from '../../domain/run.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import { isRecord } from '../../base/parse-json.ts';
import type { EmbedTest, EmbedVerdict } from './host/judge-types.ts';

/** The first message of a frame, sent by `window.postMessage` as soon as it can receive one. */
export const HELLO = 'allpass-embed-hello-1';
/** The answer to it, with one port for all other messages. */
export const CONNECT = 'allpass-embed-connect-1';
/** The fragment of the engine's frame. The address without a fragment is a problem's frame. */
export const ENGINE_HASH = '#engine';

export const HIDEABLE_PARTS = ['statement', 'facts', 'samples', 'tests'] as const;
/** A part of the view that a course page can leave out. */
export type HideablePart = (typeof HIDEABLE_PARTS)[number];
export const THEMES = ['system', 'light', 'dark'] as const;

/** The problem: one that ships with Allpass, or the text of a JSON file. */
export type GivenProblem =
  { readonly kind: 'bundled'; readonly id: string } | { readonly kind: 'json'; readonly text: string };

export interface EmbedSettings {
  readonly problem: GivenProblem;
  /** Name of the profile. */
  readonly profile: string;
  /** The program in the editor at first; null for the problem's own starter code. */
  readonly starter: string | null;
  readonly hide: readonly HideablePart[];
  readonly theme: (typeof THEMES)[number];
  /** Language of the statement, a tag of BCP 47; '' if it is unknown. */
  readonly language: string;
}

export type PageToProblem =
  /** Shows a problem, or changes how it is shown. */
  | { readonly type: 'open'; readonly settings: EmbedSettings }
  /** The engine's frame has started, or will not start in this page. */
  | { readonly type: 'engine' };

export type ProblemToPage =
  | { readonly type: 'ready'; readonly problem: { readonly id: string; readonly title: string } }
  | { readonly type: 'verdict'; readonly verdict: EmbedVerdict }
  /** The height of the content in a narrow frame, in pixels; null in a wide frame, whose parts scroll. */
  | { readonly type: 'height'; readonly pixels: number | null }
  | { readonly type: 'failed'; readonly message: string };

/** A program to judge. */
export interface JudgeRequest {
  readonly problem: GivenProblem;
  readonly program: string;
  readonly profile: string;
}

export type PageToJudge =
  | { readonly type: 'judge'; readonly job: number; readonly request: JudgeRequest }
  | { readonly type: 'stop'; readonly job: number };

export type JudgeToPage =
  | { readonly type: 'test'; readonly job: number; readonly test: EmbedTest }
  | { readonly type: 'verdict'; readonly job: number; readonly verdict: EmbedVerdict }
  /** Nothing was judged, because the request has a fault. */
  | { readonly type: 'refused'; readonly job: number; readonly message: string };

export function embedVerdict(report: JudgeReport, program: string): EmbedVerdict {
  return {
    problem_id: report.problemId,
    profile: report.profile,
    reward: report.reward,
    verdict: report.verdict,
    tests_total: report.testsTotal,
    tests_run: report.testsRun,
    tests_passed: report.testsPassed,
    first_failed: report.firstFailed,
    tests: runTests(report.tests),
    error: report.verdict === 'judge-error' || report.verdict === 'syntax-error' ? report.error : null,
    flags: report.flags,
    program,
  };
}

/** Returns the settings that a course page sent, with the default for each that is missing; null without a problem. */
export function parseSettings(value: unknown): EmbedSettings | null {
  const problem = isRecord(value) ? parseProblem(value['problem']) : null;
  if (!isRecord(value) || problem === null) return null;
  const { profile, starter, hide, theme, language } = value;
  return {
    problem,
    profile: typeof profile === 'string' ? profile : 'standard',
    starter: typeof starter === 'string' ? starter : null,
    hide: HIDEABLE_PARTS.filter((part) => Array.isArray(hide) && hide.includes(part)),
    theme: THEMES.find((name) => name === theme) ?? 'system',
    language:
      typeof language === 'string' && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language) ? language : '',
  };
}

/** Returns the request that a page sent; null if a part is missing. */
export function parseRequest(value: unknown): JudgeRequest | null {
  if (!isRecord(value)) return null;
  const { program, profile = 'standard' } = value;
  const problem = parseProblem(value['problem']);
  if (problem === null || typeof program !== 'string' || typeof profile !== 'string') return null;
  return { problem, program, profile };
}

function parseProblem(value: unknown): GivenProblem | null {
  if (!isRecord(value)) return null;
  const { kind, id, text } = value;
  if (kind === 'bundled' && typeof id === 'string') return { kind, id };
  return kind === 'json' && typeof text === 'string' ? { kind, text } : null;
}
