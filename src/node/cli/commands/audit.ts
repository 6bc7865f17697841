/** `allpass audit`: judges the rollouts of a training run again, and names the reason of each disagreement. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { groupBy } from '../../../base/collections.ts';
import { counted, numberText } from '../../../base/number-words.ts';
import { parseJson } from '../../../base/parse-json.ts';
import {
  AUDIT_REASONS,
  type AuditedGroup,
  type AuditFinding,
  type AuditRow,
  HACKS,
} from '../../../domain/audit.ts';
import { Unreadable } from '../../../datasets/containers/source-file.ts';
import { readRollouts, RolloutAccount } from '../../../datasets/rollouts/read-rollouts.ts';
import type { TestCase } from '../../../domain/problem.ts';
import type { Rollout, RolloutFault } from '../../../domain/rollout.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { type AuditFigures, AuditTally, auditVerdict } from '../../../runs/audit/audit-figures.ts';
import { auditHtml, auditMarkdown, auditRowOf } from '../../../runs/audit/audit-report.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { hashedProblems } from '../input/input-files.ts';
import { givenFiles } from '../input/source-files.ts';
import { manifestOf } from '../journal/manifest.ts';
import { profileOption, value } from '../options/options.ts';
import { pageSettings } from '../options/page-options.ts';
import { SAMPLE_OPTIONS } from '../options/sample-options.ts';
import { LineOutput } from '../output/output-file.ts';
import type { PageJudge } from '../page/page-channel.ts';
import { run, type RunTools } from '../run/run.ts';
import { labelledLines, type RunFacts } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { printLine, UsageError } from '../text/messages.ts';
import { command } from './command.ts';
import { filesHelp } from './help.ts';
import { type Solutions, solutionsIn } from './strength.ts';

const ROW = {
  'sample_id, step, place, source, group': 'the rollout: STEP/PLACE, and its file and line',
  problem_id: 'null without a problem; error says why',
  reward: 'as the trainer recorded it; null if it is missing or no number',
  as: '{reward, verdict} by the rules of --as; null without it',
  standard: '{reward, verdict} by the standard rules',
  stronger: '{passed, total} on new inputs, for a program that passes the tests; null if none could be made',
  'reason, evidence': 'why the rewards disagree, and what was observed; null if they agree',
  'truncated, characters': 'of the completion',
  error: 'what the judge failed on, or null; such a row is made again',
};

/** Notes about files that are shown before the work; the rest is counted. */
const MOST_NOTES = 5;
/** Characters of completions that are in memory at once. */
const MOST_CHARACTERS = 64_000_000;
/** Accepted programs of one problem that later groups get. */
const MOST_ACCEPTED = 24;

export const AUDIT = command({
  name: 'audit',
  about: 'judge the rollouts of a training run again, and name the reason of each disagreement',
  help: {
    usage: 'audit DIR [--problems P.jsonl] [--as PROFILE] [--solutions S.jsonl] [-o AUDIT.jsonl] [OPTION…]',
    about: [
      'Reads the rollouts that a trainer wrote down, with their rewards. Judges each by the rules of the trainer’s',
      'grader, by the standard rules and on new inputs, and finds by running the reason where the rewards disagree.',
    ].join('\n'),
    files: [
      ['DIR', 'a folder or files of rollouts: verl, TRL, verifiers, prime-rl, NeMo-Gym, rLLM, open-instruct'],
    ],
    notes: [
      filesHelp(),
      `Rows\n${definitions(ROW)}`,
      `Reasons, of programs or rewards that …\n${definitions(Object.entries(AUDIT_REASONS))}`,
    ],
    examples: [
      'audit rollouts/ --as verl-prime-code -o audit.jsonl --report audit.html',
      'audit --problems problems.jsonl --solutions solutions.jsonl completions/ -o audit.jsonl',
    ],
  },
  options: {
    problems: value(
      'FILE',
      'the problems, for rollouts without tests of their own; matched by id, or by the statement in the prompt',
    ),
    as: value(
      'PROFILE',
      'the profile of the trainer’s grader, as in grade; without it, disagreements are compared with all known graders',
    ),
    reward: value('NAME', 'the reward to audit, if the rows have several'),
    solutions: value(
      'FILE',
      'programs that solve the problems, as samples: they decide the outputs of new inputs',
    ),
    report: value('FILE', 'file for the report: Markdown for .md, one HTML page for .html'),
    workers: SAMPLE_OPTIONS.workers,
    browser: SAMPLE_OPTIONS.browser,
    yes: SAMPLE_OPTIONS.yes,
    packages: SAMPLE_OPTIONS.packages,
    output: SAMPLE_OPTIONS.output,
    fresh: SAMPLE_OPTIONS.fresh,
    adopt: SAMPLE_OPTIONS.adopt,
    quiet: SAMPLE_OPTIONS.quiet,
  },
  takesFiles: true,
  async run(values, files) {
    if (files.length === 0) throw new UsageError('a folder of rollouts is needed: allpass audit DIR');
    const { output = null, quiet, fresh, adopt, report } = values;
    if (report !== undefined && !/\.(?:md|html)$/.test(report))
      throw new UsageError(`--report ${report}: must end in .md or .html`);
    const profile = values.as === undefined ? null : profileOption(values.as, '--as');
    const page = pageSettings(values);
    const { problems, hash: problemsHash } =
      values.problems === undefined
        ? { problems: new Map<string, never>(), hash: null }
        : hashedProblems(values.problems);
    const sourceFiles = files.flatMap((path) => {
      const given = givenFiles(path, () => undefined);
      return given.kind === 'folder' ? given.files : [given.file];
    });
    const readAll = (account: RolloutAccount) =>
      readRollouts(sourceFiles, { problems, rewardName: values.reward ?? null, account });
    const account = new RolloutAccount();
    const scanned = await scan(readAll(account)).catch((error: unknown) => {
      throw error instanceof Unreadable ? new UsageError(error.message) : error;
    });
    const solutions = await solutionsIn(values.solutions, scanned.problemIds);
    const notes = [...account.notes, ...faultNotes(scanned.faults)];
    const tally = new AuditTally();
    const exitCode = await run(
      { ...page, quiet, output, fresh, adopt },
      {
        manifest: manifestOf(
          {
            command: 'audit',
            rollouts: scanned.hash,
            ...(problemsHash !== null && { problems: problemsHash }),
            ...(solutions.hash !== null && { samples: solutions.hash }),
            ...(profile !== null && { profile: profile.name }),
            page: pageVersion(),
          },
          '1/1',
        ),
        total: scanned.places.size,
        placeOfLine(line) {
          const row = auditRowOf(parseJson(line));
          const place = row === null || isUnjudged(row) ? undefined : scanned.places.get(row.sample_id);
          if (row === null || place === undefined || scanned.accepted.has(row.sample_id)) return null;
          scanned.accepted.set(row.sample_id, row.standard?.reward === 1);
          tally.add(row);
          return place;
        },
        remaining: (keptPlaces) => scanned.places.size - keptPlaces.size,
        progress: {
          toDo: (total) => `${counted(total, 'rollout')} to audit`,
          done: 'audited',
          soFar: () => `${counted(tally.disagreements, 'disagreement')}`,
        },
        async run(tools) {
          for (const note of notes) tools.printNote(note);
          if (tools.output.keptPlaces.size === scanned.places.size) return null;
          await auditAll(tools, {
            groups: groupsOf(readAll(new RolloutAccount())),
            profile,
            solutions,
            scanned,
            tally,
            atOnce: page.workers + 1,
          });
          return null;
        },
        early: {
          done: (count) => `${count} of ${scanned.places.size} rollouts were audited`,
          rows: 'their rows are',
        },
        get lost() {
          const { failed } = tally;
          return failed === 0 ? null : `${numberText(failed)} of ${counted(scanned.places.size, 'rollout')}`;
        },
        summary: (facts) => summaryLines(tally.figures(), facts),
      },
    );
    if (exitCode > 1 || report === undefined) return exitCode;
    const reported = {
      name: basename(files[0]!.replace(/\/+$/, '')),
      profile: profile?.title ?? null,
      figures: tally.figures(),
      notes,
    };
    const out = await LineOutput.open(report, fresh);
    out.writeLine(report.endsWith('.md') ? auditMarkdown(reported) : auditHtml(reported));
    await out.commit();
    if (!quiet) printLine(`report: ${report}`);
    return exitCode;
  },
});

/** The rollouts of the run without their texts. */
interface Scanned {
  /** The place of each row in the output, by the id of the rollout. */
  readonly places: ReadonlyMap<string, number>;
  readonly problemIds: ReadonlySet<string>;
  readonly faults: readonly RolloutFault[];
  readonly hash: string;
  /** Rollouts with a row of an earlier command, and whether their program is accepted. */
  readonly accepted: Map<string, boolean>;
}

/** Reads all rollouts once, to count them and to find out whether a later command reads the same ones. */
async function scan(rollouts: AsyncIterable<Rollout | RolloutFault>): Promise<Scanned> {
  const places = new Map<string, number>();
  const problemIds = new Set<string>();
  const faults: RolloutFault[] = [];
  const hash = createHash('sha256');
  for await (const rollout of rollouts) {
    if ('message' in rollout) {
      faults.push(rollout);
      continue;
    }
    places.set(idOf(rollout), places.size);
    if (rollout.problem !== null) problemIds.add(rollout.problem.id);
    hash.update(JSON.stringify([idOf(rollout), rollout.reward, rollout.completion, rollout.problem?.id]));
  }
  if (places.size === 0)
    throw new UsageError(faults[0]?.message ?? 'no rollout was found: name a folder that a trainer wrote');
  if (problemIds.size === 0)
    throw new UsageError(
      'no rollout has a problem: the dump has no tests, so give its problems by --problems, with the ids or the statements of the prompts',
    );
  return { places, problemIds, faults, hash: hash.digest('hex').slice(0, 16), accepted: new Map() };
}

function idOf({ step, place }: Rollout): string {
  return `${step}/${place}`;
}

/** Groups the rollouts of each step. A step is in memory at once, or a part of a long one. */
async function* groupsOf(
  rollouts: AsyncIterable<Rollout | RolloutFault>,
): AsyncGenerator<readonly Rollout[], void> {
  let step: Rollout[] = [];
  let characters = 0;
  for await (const rollout of rollouts) {
    if ('message' in rollout) continue;
    if (step.length > 0 && (step[0]!.step !== rollout.step || characters > MOST_CHARACTERS)) {
      yield* groupBy(step, ({ group }) => group).values();
      step = [];
      characters = 0;
    }
    step.push(rollout);
    characters += rollout.completion.length;
  }
  yield* groupBy(step, ({ group }) => group).values();
}

interface AuditWork {
  readonly groups: AsyncIterator<readonly Rollout[]>;
  readonly profile: Profile | null;
  readonly solutions: Solutions;
  readonly scanned: Scanned;
  readonly tally: AuditTally;
  /** The number of groups that are audited at a time. */
  readonly atOnce: number;
}

/** The state that later groups of a problem need. */
interface Audited {
  accepted: readonly string[];
  heldOut: readonly TestCase[] | null;
  /** Settles when the group before has been audited. */
  last: Promise<unknown>;
}

async function auditAll(tools: RunTools, work: AuditWork): Promise<void> {
  const page: PageJudge & { close(): Promise<unknown> } = await tools.openPage();
  const problems = new Map<string, Audited>();
  const inTurn = async (): Promise<void> => {
    for (;;) {
      const next = await work.groups.next();
      if (next.done === true) return;
      await auditOne(page, tools, next.value, work, problems);
    }
  };
  await Promise.all(Array.from({ length: work.atOnce }, inTurn)).finally(() => page.close());
}

async function auditOne(
  page: PageJudge,
  { output, progress }: RunTools,
  rollouts: readonly Rollout[],
  { profile, solutions, scanned, tally }: AuditWork,
  problems: Map<string, Audited>,
): Promise<void> {
  const put = (rollout: Rollout, finding: AuditFinding | null): void => {
    const place = scanned.places.get(idOf(rollout))!;
    if (output.keptPlaces.has(place)) return;
    const row = rowOf(rollout, finding);
    tally.add(row);
    output.put(place, row);
    progress.finish(place);
  };
  const problem = rollouts.find((rollout) => rollout.problem !== null)?.problem ?? null;
  if (problem === null) {
    for (const rollout of rollouts) put(rollout, null);
    return;
  }
  const audited = problems.get(problem.id) ?? { accepted: [], heldOut: null, last: Promise.resolve() };
  problems.set(problem.id, audited);
  const before = audited.last;
  const auditing = before.then(async () => {
    if (rollouts.every((rollout) => scanned.accepted.has(idOf(rollout)))) {
      addAccepted(audited, acceptedBefore(rollouts, scanned));
      return;
    }
    const group: AuditedGroup = await page.judge(
      {
        task: 'audit',
        problem,
        profile: profile?.name ?? null,
        rollouts: rollouts.map(({ completion, isTruncated, reward }) => ({
          completion,
          isTruncated,
          reward,
        })),
        solutions: solutions.of(problem).solutions,
        accepted: audited.accepted,
        heldOut: audited.heldOut,
      },
      () => undefined,
    );
    audited.heldOut = group.heldOut;
    addAccepted(audited, group.accepted);
    rollouts.forEach((rollout, at) => put(rollout, group.findings[at] ?? null));
  });
  audited.last = auditing.catch(() => undefined);
  await auditing;
}

function addAccepted(audited: Audited, programs: readonly string[]): void {
  // The tests that are made of them are kept instead.
  audited.accepted =
    audited.heldOut === null ? [...new Set([...audited.accepted, ...programs])].slice(0, MOST_ACCEPTED) : [];
}

/** Returns the programs of rollouts whose row of an earlier command has a standard reward of 1. */
function acceptedBefore(rollouts: readonly Rollout[], { accepted }: Scanned): readonly string[] {
  return rollouts.flatMap((rollout) => {
    if (accepted.get(idOf(rollout)) !== true) return [];
    const extraction = EXTRACTORS[STANDARD.extract](rollout.completion, null);
    return extraction.found ? [extraction.code] : [];
  });
}

function rowOf(rollout: Rollout, finding: AuditFinding | null): AuditRow {
  const { step, place, source, group, problem, reward, completion, isTruncated } = rollout;
  const isFailed = finding?.standard.reward === null || finding?.as?.reward === null;
  return {
    sample_id: idOf(rollout),
    step,
    place,
    source,
    group,
    problem_id: problem?.id ?? null,
    reward,
    as: finding?.as ?? null,
    standard: finding?.standard ?? null,
    stronger: finding?.stronger ?? null,
    reason: finding?.reason ?? null,
    evidence: finding?.evidence ?? null,
    truncated: isTruncated,
    characters: completion.length,
    error:
      finding === null
        ? 'the rollout has no tests, and no problem of --problems has its id or its statement'
        : isFailed
          ? 'the judge failed'
          : null,
  };
}

/** Whether the judge failed on a rollout, so that it is judged again. */
function isUnjudged({ standard, as }: AuditRow): boolean {
  return standard?.reward === null || as?.reward === null;
}

function faultNotes(faults: readonly RolloutFault[]): readonly string[] {
  const shown = faults.slice(0, MOST_NOTES).map(({ source, message }) => `${source} ${message}.`);
  return faults.length <= MOST_NOTES
    ? shown
    : [...shown, `${numberText(faults.length - MOST_NOTES)} more rows or files were left out.`];
}

function summaryLines(figures: AuditFigures, { seconds, output }: RunFacts): readonly string[] {
  const { rows, steps, reasons } = figures;
  const [first, ...others] = auditVerdict(figures);
  const names = reasons.map(({ reason, rows: count }) => `${reason} ${numberText(count)}`);
  const hacks = reasons.filter(({ reason }) => HACKS.includes(reason));
  const began = hacks.map(({ reason, since }) => `${reason} from step ${since}`);
  return labelledLines([
    ['verdict', first],
    ...others.map((sentence) => ['', sentence] as const),
    ['audited', `${counted(rows, 'rollout')} of ${counted(steps.length, 'step')}`],
    ['reasons', names.length === 0 ? 'none' : names.join(', ')],
    ...(began.length === 0 ? [] : [['hacks', began.join(', ')] as const]),
    ['time', `${Math.round(seconds)} s`],
    ...(output === null ? [] : [['rows', output] as const]),
  ]);
}
