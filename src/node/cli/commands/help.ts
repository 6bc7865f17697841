/** The text of `--help`: the list of commands, and the parts that the help texts of the commands share. */
import { customValuesText } from '../../../judge/profile-fault.ts';
import { profileAbout } from '../../../judge/words/profile-abouts.ts';
import { CUSTOM_KEYS } from '../../../judge/profiles/custom.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { isPackage } from '../../bootstrap/root.mjs';
import { definitions, type Definitions, type Rows } from '../text/columns.ts';

const EXIT_CODES: Definitions = {
  0: 'done',
  1: 'done, but some samples have no reward: the judge failed on them (judge-error), or the file of problems does not have theirs (unknown-problem)',
  2: 'bad usage or input, said in one line that names file, line and field; nothing was judged',
  3: 'stopped early: the page, its browser, a server or Allpass itself failed, or a budget is spent. Finished rows are kept; rerun the same command to resume',
  '130, 143': 'interrupted. Finished rows are kept; rerun the same command to resume',
};

const FILES: Definitions = {
  problems:
    '{"id", "prompt", "mode": "stdin" | "call" | "assert", "tests": [{"input", "output"}]}; "fn_name" in call mode, and "check", Python run after the program, in assert mode; optional: "title", "source", "difficulty", "tags", "license", "starter_code", "public_tests" (a count), "time_limit_s" (6), "memory_limit_mb" (512), "checker" (a comparer, or the Python of a checker), "preamble": true (the usual imports first), "meta" (free; its "date" is read)',
  samples:
    '{"problem_id", "id"} and one of "code": a whole program, "response": a model\'s raw answer ("finish_reason" optional), "completion": what continues the starter code; or HumanEval\'s and EvalPlus\'s own: {"task_id"} and "completion" or "solution". Rows without an id are numbered within their problem. Markdown with a code block is an answer, whatever its name. Also LiveCodeBench\'s custom outputs and eval_all, rLLM\'s episodes, Inspect\'s logs; a verdict in the file ("passed") is compared with ours',
  answers: '{"id", "text": a model\'s raw answer}',
};

/** The fields of the rows that `grade` writes. */
export const VERDICT_ROW: Definitions = {
  'problem_id, sample_id': 'as in the file of samples, as text',
  profile: 'name of the grader profile',
  reward:
    'a number by the rules of the profile; null if the judge failed, which counts neither for nor against a model',
  verdict:
    'accepted, wrong-answer, runtime-error, time-limit-exceeded, memory-limit-exceeded, output-limit-exceeded, syntax-error, no-code, truncated; with a null reward judge-error, unknown-problem',
  'tests_total, tests_run, tests_passed': 'counts; first_failed is an index from 0, or null',
  first_failure:
    'with --details: {input, expected, got} of that test; for a check, input is the line that failed',
  tests: '[{verdict, ms}], and codes where the profile has them: true, -2, -3, -4 as in LiveCodeBench',
  error: 'one sentence about the failure, or null',
  flags:
    'facts beside the verdict: browser-limit, last-digits (wrong only in the last digits of floating-point numbers, which native Python may round otherwise), newer-python (newer_python names it), undisturbed',
  time_factor: 'factor by which time limits were scaled for this machine',
  factor_needed:
    'the smallest time factor at which an accepted sample is within its limits, if it is above 1; report flags near-limit where it is above the smallest factor of the run',
  original:
    '1 if the original grader of the profile would pay, although the reward is 0: rllm and lcb believe the == of the program',
  passed_elsewhere: 'verdict in the file of samples, if it has one',
  redrawn: 'facts of the first answer of a sample that was asked again after it was truncated',
};

export const XRAY_ROW: Definitions = {
  'problem_id, sample_id': 'as in the file of samples, as text',
  profiles:
    '[{profile, reward, verdict, tests_run, tests_passed, tests_total, block: {start, end} | null, rule, choices, source}], the standard one first; rule, choices and source explain a reward that differs from the standard one',
  'verdict, error': 'only for an unknown problem: unknown-problem, and a sentence; profiles is then empty',
};

function profilesHelp(): string {
  const profiles = definitions(PROFILES.map((profile) => [profile.name, profileAbout(profile.name)]));
  const keys = definitions(
    CUSTOM_KEYS.map((key) => [key, customValuesText(key)]),
    4,
  );
  const ownRulesText =
    'rules of your own, such as custom:extract=rllm,tests=longest-15; the others are those of standard';
  return `Profiles (--profile NAME)\n${profiles}\n${definitions({ 'custom:KEY=VALUE,…': ownRulesText })}\n${keys}`;
}

export function filesHelp(): string {
  return `Files, one JSON object a line\n${definitions(FILES)}`;
}

function exitCodesHelp(codes: readonly string[] | null = null): string {
  const rows = Object.entries(EXIT_CODES).filter(([code]) => codes === null || codes.includes(code));
  return `Exit codes\n${definitions(rows)}`;
}

export interface CommandHelp {
  readonly usage: string;
  readonly about: string;
  /** Rows about files that are passed without an option. */
  readonly files?: Rows;
  readonly options: Rows;
  readonly notes: readonly string[];
  /** Exit codes of the command; all of them if missing. */
  readonly exitCodes?: readonly string[];
  readonly examples: readonly string[];
}

/** Returns the help of one command. The sections have the same order for all commands. */
export function commandHelp(help: CommandHelp): string {
  const { usage, about, files = [], options, notes, exitCodes, examples } = help;
  return [
    `Usage: allpass ${usage}`,
    about,
    `Options\n${definitions([...files, ...options])}`,
    ...notes,
    exitCodesHelp(exitCodes),
    `Examples\n${examples.map((example) => `  allpass ${example}`).join('\n')}`,
  ].join('\n\n');
}

export function wholeHelp(commands: readonly { readonly name: string; readonly about: string }[]): string {
  return [
    'Allpass judges programs, and the answers of models, on every hidden test of their problems.',
    `Usage: allpass COMMAND [OPTION…]${isPackage ? '' : "\n       in the project's folder: npm run -s allpass -- COMMAND [OPTION…]"}`,
    `Commands\n${definitions(commands.map(({ name, about }) => [name, about]))}\n\n  allpass COMMAND --help shows options, rows and examples of a command.
  allpass --version prints the version. An input file named - is standard input.`,
    profilesHelp(),
    filesHelp(),
    `Rows of grade (xray --help has those of xray)\n${definitions(VERDICT_ROW)}`,
    exitCodesHelp(),
  ].join('\n\n');
}
