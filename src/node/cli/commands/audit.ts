/** `allpass audit`: judges the rollouts of a training run again, and names the reason of each disagreement. */
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, numberText } from '../../../base/number-words.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { AUDIT_REASONS, HACKS } from '../../../domain/audit.ts';
import { type SourceFile, Unreadable } from '../../../datasets/containers/source-file.ts';
import { hasTestsOfOthers, readRollouts, RolloutAccount } from '../../../datasets/rollouts/read-rollouts.ts';
import type { Rollout, RolloutFault } from '../../../domain/rollout.ts';
import { type AuditFigures, AuditTally, auditVerdict } from '../../../runs/audit/audit-figures.ts';
import { auditHtml, auditMarkdown, REPORT_STARTS } from '../../../runs/audit/audit-report.ts';
import {
  auditRowOf,
  hasFailed,
  idOf,
  RunAudit,
  runNotes,
  type ScannedRun,
  scanRun,
} from '../../../runs/audit/audit-run.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { GrowingFiles } from '../input/growing-files.ts';
import { hashedProblems } from '../input/input-files.ts';
import { givenFiles } from '../input/source-files.ts';
import { manifestOf } from '../journal/manifest.ts';
import { flag, profileOption, value } from '../options/options.ts';
import { pageSettings } from '../options/page-options.ts';
import { SAMPLE_OPTIONS } from '../options/sample-options.ts';
import { checkOutput, LineOutput } from '../output/output-file.ts';
import type { Progress } from '../progress/progress.ts';
import { Interrupted } from '../run/interruption.ts';
import { run } from '../run/run.ts';
import { labelledLines, type RunFacts } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { printLine, UsageError } from '../text/messages.ts';
import { command } from './command.ts';
import { filesHelp } from './help.ts';
import { solutionsIn } from './strength.ts';

const ROW = {
  'sample_id, step, place, source, group': 'the rollout: STEP/PLACE, and its file and line',
  problem_id: 'null without a problem; error says why',
  reward: 'as the trainer recorded it; null if it is missing or no number',
  as: '{reward, verdict} by the rules of --as, with original: 1 if the grader itself pays 1; null without it',
  standard: '{reward, verdict} by the standard rules',
  stronger: '{passed, total} on new inputs, for a program that passes the tests; null if none could be made',
  'reason, evidence': 'why the rewards disagree, and what was observed; null if they agree',
  'truncated, characters': 'of the completion',
  error: 'what the judge failed on, or null; such a row is made again',
};

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
      'audit record/ --follow --report audit.html',
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
    follow: flag('audit a run that is under way: its new rollouts as they come, until Ctrl-C'),
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
    const { output = null, quiet, fresh, adopt, report, follow } = values;
    if (report !== undefined && !/\.(?:md|html)$/.test(report))
      throw new UsageError(`--report ${report}: must end in .md or .html`);
    if (report !== undefined)
      checkOutput(report, {
        start: REPORT_STARTS[report.endsWith('.md') ? 'md' : 'html'],
        remedy: fresh ? null : '',
      });
    const profile = values.as === undefined ? null : profileOption(values.as, '--as');
    const page = pageSettings(values);
    const { problems, hash: problemsHash } =
      values.problems === undefined
        ? { problems: new Map<string, never>(), hash: null }
        : hashedProblems(values.problems);
    const sourceFiles = (): readonly SourceFile[] =>
      files.flatMap((path) => {
        const given = givenFiles(path, () => undefined);
        return given.kind === 'folder' ? given.files : [given.file];
      });
    const options = { problems, rewardName: values.reward ?? null };
    const readAll = (account: RolloutAccount) => readRollouts(allFiles, { ...options, account });
    const allFiles = sourceFiles();
    const account = new RolloutAccount();
    // The rollouts of a run under way are read as they come.
    const scanned = follow ? null : await scannedRun(readAll(account));
    const faults = [...(scanned?.faults ?? [])];
    const solutions = await solutionsIn(values.solutions, scanned?.problemIds ?? { has: () => true });
    const tally = new AuditTally();
    const earlier = new Map<string, boolean>();
    /** What the kept rows of a run under way say about their rollouts. */
    const kept = new Map<string, string>();
    const writeReport = async (): Promise<void> => {
      if (report === undefined) return;
      const reported = {
        name: basename(files[0]!.replace(/\/+$/, '')),
        profile: profile?.title ?? null,
        figures: tally.figures(),
        notes: runNotes(account, faults),
      };
      const out = await LineOutput.create(report);
      out.writeLine(report.endsWith('.md') ? auditMarkdown(reported) : auditHtml(reported));
      await out.commit();
    };
    let isWaiting = false;
    const exitCode = await run(
      { ...page, quiet, output, fresh, adopt },
      {
        manifest: manifestOf(
          {
            command: 'audit',
            rollouts: scanned?.hash ?? 'followed',
            ...(problemsHash !== null && { problems: problemsHash }),
            ...(solutions.hash !== null && { samples: solutions.hash }),
            ...(profile !== null && { profile: profile.name }),
            page: pageVersion(),
          },
          '1/1',
        ),
        total: scanned?.places.size ?? null,
        placeOfLine(line) {
          const row = auditRowOf(parseJson(line));
          if (row === null || hasFailed(row) || earlier.has(row.sample_id)) return null;
          const place = scanned === null ? earlier.size : scanned.places.get(row.sample_id);
          if (place === undefined) return null;
          earlier.set(row.sample_id, row.standard?.reward === 1);
          if (scanned === null) kept.set(row.sample_id, `${row.group} ${row.reward} ${row.characters}`);
          tally.add(row);
          return place;
        },
        remaining: (keptPlaces) => (scanned === null ? 0 : scanned.places.size - keptPlaces.size),
        progress: {
          toDo: (total) => `${counted(total, 'rollout')} to audit`,
          done: 'audited',
          soFar: () => `${counted(tally.disagreements, 'disagreement')}`,
          beside: () => (isWaiting ? 'waiting for rollouts' : ''),
        },
        async run(tools) {
          const { output: rows, progress, printNote } = tools;
          if (scanned !== null) for (const note of runNotes(account, faults)) printNote(note);
          if (earlier.size === scanned?.places.size) return null;
          const driven = await tools.openPage();
          let rowCount = earlier.size;
          let lastStep = -Infinity;
          let reported = Promise.resolve();
          const audit = new RunAudit({
            auditGroup: (group) =>
              driven.judge({ task: 'audit', ...group, profile: profile?.name ?? null }, () => undefined),
            atOnce: page.workers + 1,
            solutionsOf: (problem) => solutions.of(problem).solutions,
            earlier,
            onRow(row) {
              const place = scanned?.places.get(row.sample_id) ?? rowCount++;
              tally.add(row);
              rows.put(place, row);
              progress.finish(place);
              if (scanned !== null || row.step <= lastStep) return;
              lastStep = row.step;
              reported = reported.then(writeReport);
            },
            signal: new AbortController().signal,
          });
          try {
            if (scanned === null) {
              const growing = new GrowingFiles(sourceFiles, hasTestsOfOthers);
              for await (const parts of newParts(
                growing,
                tools.abortPromise,
                (waits) => (isWaiting = waits),
              )) {
                const rollouts = readRollouts(parts, { ...options, account });
                await audit.add(expected(rollouts, progress, kept, faults)).catch((error: unknown) => {
                  // Files without rollouts may come before the first rollout.
                  if (!(error instanceof Unreadable) || account.trainer !== null) throw error;
                });
                reported = reported.then(writeReport);
              }
            } else await audit.add(readAll(new RolloutAccount()));
          } catch (error) {
            if (error instanceof Unreadable) return error.message;
            // Rows exist for all rollouts of the part of a run that was audited.
            if (scanned !== null || !(error instanceof Interrupted)) throw error;
            for (const note of runNotes(account, faults)) printNote(note);
          } finally {
            await reported;
            await driven.close();
          }
          return null;
        },
        early: {
          done: (count) =>
            scanned === null
              ? `${counted(count, 'rollout')} were audited`
              : `${count} of ${scanned.places.size} rollouts were audited`,
          rows: 'their rows are',
        },
        get unjudgedText() {
          const { failed } = tally;
          return failed === 0 ? null : `${numberText(failed)} of ${counted(tally.rows, 'rollout')}`;
        },
        summary: (facts) => summaryLines(tally.figures(), facts),
      },
    );
    if (exitCode > 1 || report === undefined) return exitCode;
    await writeReport();
    if (!quiet) printLine(`report: ${report}`);
    return exitCode;
  },
});

/** @throws UsageError if the files hold no rollouts, or no tests for them */
async function scannedRun(rollouts: AsyncIterable<Rollout | RolloutFault>): Promise<ScannedRun> {
  const scanned = await scanRun(rollouts).catch((error: unknown) => {
    throw error instanceof Unreadable ? new UsageError(error.message) : error;
  });
  const { places, problemIds, faults } = scanned;
  if (places.size === 0)
    throw new UsageError(faults[0]?.message ?? 'no rollout was found: name a folder that a trainer wrote');
  if (problemIds.size === 0)
    throw new UsageError(
      'no rollout has a problem: the dump has no tests, so give its problems by --problems, with the ids or the statements of the prompts',
    );
  return scanned;
}

/** Milliseconds between two looks at the files of a run that is under way. */
const LOOK = 1_000;

/** Yields the new parts of files until `abortPromise` rejects, and rejects with it. */
async function* newParts(
  files: GrowingFiles,
  abortPromise: Promise<never>,
  onWaiting: (isWaiting: boolean) => void,
): AsyncGenerator<readonly SourceFile[]> {
  for (;;) {
    const parts = await files.newParts();
    onWaiting(parts.length === 0);
    if (parts.length > 0) yield parts;
    else await Promise.race([abortPromise, sleep(LOOK)]);
  }
}

/**
 * Passes rollouts on, counts those without an earlier row as expected, and collects the faults.
 * @throws UsageError if an earlier row is of another rollout
 */
async function* expected(
  rollouts: AsyncIterable<Rollout | RolloutFault>,
  progress: Progress,
  kept: ReadonlyMap<string, string>,
  faults: RolloutFault[],
): AsyncGenerator<Rollout | RolloutFault> {
  for await (const rollout of rollouts) {
    if ('message' in rollout) faults.push(rollout);
    else {
      const { group, reward, completion, source } = rollout;
      const row = kept.get(idOf(rollout));
      if (row === undefined) progress.expect(1);
      else if (row !== `${group} ${reward} ${completion.length}`)
        throw new UsageError(
          `row ${idOf(rollout)} of the output is not of ${source}: it is of another run, or its files came in another order. Choose another -o, or start over with --fresh`,
        );
    }
    yield rollout;
  }
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
