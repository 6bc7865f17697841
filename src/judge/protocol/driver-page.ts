/**
 * The protocol between the command line and the page that it drives: HTTP with JSON in both bodies. The page sends
 * requests and the command line answers; a job is the answer to a request for one. The address of a message is
 * `driver/TYPE`, and its other fields are the body.
 */
import {
  array,
  boolean,
  exactOptional,
  is,
  literal,
  nullable,
  number,
  object,
  picklist,
  record,
  string,
  union,
  variant,
  type GenericSchema,
} from 'valibot';
import { AUDIT_REASONS, type AuditedGroup, type AuditGroup } from '../../domain/audit.ts';
import type { PackageLock } from '../packages/package-index.ts';
import type { Batch, BatchResult, Script, ScriptRun, Submission } from '../../domain/submission.ts';
import type { Problem } from '../../domain/problem.ts';
import type { CertificateRow } from '../../domain/strength.ts';
import {
  SUBMISSION_VERDICTS,
  type JudgeReport,
  type Reward,
  type SubmissionVerdict,
} from '../../domain/verdict.ts';

/** A submission to judge by one profile, or to compare under several. */
export type SampleJob = SampleJobOf<Problem>;

interface SampleJobOf<Given> {
  readonly problem: Given;
  readonly submission: Submission;
  readonly options: {
    readonly stopAtFirstFailure: boolean;
    /** Name of the profile whose rules decide. */
    readonly profile: string;
    /** For an X-ray: names of the profiles to compare with the standard one. Default: all known profiles. */
    readonly profiles?: readonly string[];
    /** Replaces the time limit of every problem, in seconds. */
    readonly timeLimitSeconds?: number;
    /** The factor by which time limits are multiplied. Default: the time factor measured on this machine. */
    readonly timeFactor?: number;
    /** Whether time-outs are retried if the machine may have caused them. Default: true. */
    readonly retries?: boolean;
  };
}

/** The result of one answer under one profile. */
export interface XrayLine {
  readonly profile: string;
  /** The extracted block, as offsets into the answer; null for a program, and if no block was found. */
  readonly block: { readonly start: number; readonly end: number } | null;
  readonly verdict: SubmissionVerdict;
  readonly reward: Reward;
  readonly testsRun: number;
  readonly testsPassed: number;
  readonly testsTotal: number;
  /** The time factor of the report; 1 if nothing ran. */
  readonly timeFactor: number;
  /** Why the reward differs from the standard profile's; null if it does not. */
  readonly cause: {
    readonly choices: readonly string[];
    readonly says: string;
    readonly source: string;
  } | null;
}

/** A problem whose tests are to be checked (`runs/strength/certificate.ts`). */
interface CertifyJobOf<Given> {
  readonly task: 'certify';
  readonly problem: Given;
  readonly solutions: readonly string[];
  /** Programs that are labelled as wrong. */
  readonly wrong: readonly string[];
  /** Maximum number of mutants; 0 if no mutants are made. */
  readonly mutants: number;
  readonly comparesGraders: boolean;
  /** Whether to look for stronger tests. */
  readonly hardens: boolean;
}

/** Rollouts of a training run (`runs/audit/audit-group.ts`). */
interface AuditJobOf<Given> extends Omit<AuditGroup, 'problem'> {
  readonly task: 'audit';
  readonly problem: Given;
  /** Name of the profile of the trainer's grader; null if it is unknown. */
  readonly profile: string | null;
}

export type PageJob =
  | ({ readonly task: 'judge' | 'xray' } & SampleJob)
  | CertifyJobOf<Problem>
  | AuditJobOf<Problem>
  | ({ readonly task: 'batch' } & Batch)
  /** A script to run once. Its output is not compared with anything. */
  | { readonly task: 'run'; readonly script: Script };

/**
 * A job in the form that is sent. Samples of one problem often follow each other, and its tests may take megabytes.
 * So a problem that the page already has is sent as its number.
 */
export type SentJob =
  | PageJob
  | CertifyJobOf<number>
  | AuditJobOf<number>
  | (SampleJobOf<number> & { readonly task: 'judge' | 'xray' });

/**
 * How many of the most recent problems a page stores. For a stored problem, the command line sends only its number.
 */
export const KEPT_PROBLEMS = 4;

/** The result of a job, by kind of job. */
export type PageOutcome =
  | { readonly task: 'judge'; readonly report: JudgeReport }
  | { readonly task: 'xray'; readonly lines: readonly XrayLine[] }
  | { readonly task: 'certify'; readonly row: CertificateRow }
  | ({ readonly task: 'audit' } & AuditedGroup)
  | { readonly task: 'batch'; readonly results: readonly BatchResult[] }
  | { readonly task: 'run'; readonly run: ScriptRun };

export type PageToDriver =
  /** The page is open. Answered by `session`. */
  | { readonly type: 'open' }
  /** The page requests a job. Answered by `job` or `wait`. */
  | { readonly type: 'next' }
  /** The page lacks the problem of this job. Answered by the job with its problem. */
  | { readonly type: 'whole'; readonly index: number }
  | { readonly type: 'retry'; readonly index: number }
  /** A job has ended. Answered by the next job or `wait`, because a request takes the page as long as many tests. */
  | { readonly type: 'done'; readonly index: number; readonly outcome: PageOutcome }
  /** Sent every few seconds: a page that stops sending it has crashed. Answered by `stop`. */
  | { readonly type: 'alive' }
  /** The page cannot continue. */
  | { readonly type: 'failed'; readonly message: string };

export type DriverToPage =
  /**
   * `workers`: programs judged at a time, ≥ 1. `wheels`: the user's wheels, which replace packages of the same
   * name.
   */
  | {
      readonly type: 'session';
      readonly workers: number;
      readonly hashSeed: number;
      readonly wheels: PackageLock;
    }
  /** `problemNumber`: the number of the job's problem, from 0; missing if the job has no problem. */
  | { readonly type: 'job'; readonly index: number; readonly job: SentJob; readonly problemNumber?: number }
  /** There is no job yet: the page repeats its request. */
  | { readonly type: 'wait' }
  /** Running jobs whose results are no longer needed. The page stops them, and still reports an outcome for each. */
  | { readonly type: 'stop'; readonly indices: readonly number[] }
  /** Confirms a message that needs no other answer. */
  | { readonly type: 'heard' };

const auditReward = object({
  reward: nullable(number()),
  verdict: string(),
  original: exactOptional(literal(1)),
});
const tests = array(object({ input: string(), output: string() }));
const count = { testsRun: number(), testsPassed: number(), testsTotal: number() };
const ruling = {
  profile: string(),
  verdict: picklist(SUBMISSION_VERDICTS),
  reward: nullable(number()),
  ...count,
  timeFactor: number(),
};

const OUTCOME = variant('task', [
  object({
    task: literal('judge'),
    report: object({
      ...ruling,
      problemId: string(),
      firstFailed: nullable(number()),
      tests: array(object({ index: number(), verdict: string(), milliseconds: nullable(number()) })),
      codes: nullable(array(union([literal(true), literal(-2), literal(-3), literal(-4)]))),
      error: nullable(string()),
      flags: array(string()),
    }),
  }),
  object({
    task: literal('xray'),
    lines: array(
      object({
        ...ruling,
        block: nullable(object({ start: number(), end: number() })),
        cause: nullable(object({ choices: array(string()), says: string(), source: string() })),
      }),
    ),
  }),
  object({
    task: literal('certify'),
    row: object({
      problem_id: string(),
      strength: nullable(object({ mutants: number(), killed: number() })),
      floor: array(string()),
      findings: array(object({ check: string(), message: string() })),
      error: nullable(string()),
    }),
  }),
  object({
    task: literal('audit'),
    findings: array(
      object({
        as: nullable(auditReward),
        standard: auditReward,
        stronger: nullable(object({ passed: number(), total: number() })),
        reason: nullable(picklist(Object.keys(AUDIT_REASONS))),
        evidence: nullable(string()),
      }),
    ),
    accepted: array(string()),
    heldOut: nullable(tests),
  }),
  object({
    task: literal('batch'),
    results: array(object({ passed: nullable(number()), testsRun: number() })),
  }),
  object({
    task: literal('run'),
    run: variant('type', [
      object({
        type: literal('ran'),
        stdout: nullable(string()),
        stderr: string(),
        failure: nullable(string()),
        error: nullable(object({ name: string(), message: string(), traceback: string() })),
        milliseconds: nullable(number()),
      }),
      object({ type: literal('judge-error'), message: string() }),
    ]),
  }),
]);

const FROM_PAGE: GenericSchema = variant('type', [
  object({ type: picklist(['open', 'next', 'alive']) }),
  object({ type: picklist(['retry', 'whole']), index: number() }),
  object({ type: literal('done'), index: number(), outcome: OUTCOME }),
  object({ type: literal('failed'), message: string() }),
]);

const problem = object({ id: string(), tests });
const sampleJob = {
  problem: union([problem, number()]),
  submission: object({ kind: picklist(['program', 'completion']) }),
  options: object({ stopAtFirstFailure: boolean(), profile: string() }),
};

const wheel = object({
  ...{ name: string(), version: string(), file_name: string(), sha256: string() },
  ...{ install_dir: string(), package_type: string() },
  ...{ imports: array(string()), depends: array(string()) },
});

const FROM_DRIVER: GenericSchema = variant('type', [
  object({ type: picklist(['wait', 'heard']) }),
  object({
    type: literal('session'),
    workers: number(),
    hashSeed: number(),
    wheels: record(string(), wheel),
  }),
  object({ type: literal('stop'), indices: array(number()) }),
  object({
    type: literal('job'),
    index: number(),
    problemNumber: exactOptional(number()),
    job: variant('task', [
      object({ task: picklist(['judge', 'xray']), ...sampleJob }),
      object({
        task: literal('certify'),
        problem: sampleJob.problem,
        ...{ solutions: array(string()), wrong: array(string()) },
        ...{ mutants: number(), comparesGraders: boolean(), hardens: boolean() },
      }),
      object({
        task: literal('audit'),
        problem: sampleJob.problem,
        profile: nullable(string()),
        rollouts: array(
          object({ completion: string(), isTruncated: nullable(boolean()), reward: nullable(number()) }),
        ),
        ...{ solutions: array(string()), accepted: array(string()), heldOut: nullable(tests) },
      }),
      object({
        task: literal('batch'),
        problems: array(problem),
        programs: array(object({ problem: number(), code: string(), eachTest: boolean() })),
      }),
      object({
        task: literal('run'),
        script: object({
          code: string(),
          input: string(),
          timeLimitSeconds: number(),
          memoryLimitMb: number(),
        }),
      }),
    ]),
  }),
]);

/**
 * Parses a message of a page.
 * @param type the last part of the address
 * @returns null for a body that is not a message of a page
 */
export function parsePageMessage(type: string, body: string): PageToDriver | null {
  const message = { ...(parsedBody(body) as object | null), type };
  return is(FROM_PAGE, message) ? (message as PageToDriver) : null;
}

/**
 * Parses an answer of the command line. Returns null for any other body, because another server may have answered.
 */
export function parseDriverAnswer(body: string): DriverToPage | null {
  const answer = parsedBody(body);
  return is(FROM_DRIVER, answer) ? (answer as DriverToPage) : null;
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body === '' ? '{}' : body);
  } catch {
    return null;
  }
}
