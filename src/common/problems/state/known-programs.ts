/** Programs of one problem whose verdict is known: its answers, its solutions, and what was judged in this browser. */
import type { RecordedAnswer } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import { stillFits } from '../../../domain/judgement.ts';
import type { Problem, ProblemRef } from '../../../domain/problem.ts';
import type { HistoryEntry } from '../../../domain/stored-work.ts';
import { solutionsIn } from '../../../datasets/kept-row.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { Tables } from '../../../storage/tables.ts';

export interface KnownPrograms {
  /** Programs that a source or the standard rules accept, the most trusted first. They may fail on this machine. */
  readonly accepted: readonly string[];
  /** Programs that a source calls wrong, or that failed a test under the standard rules. */
  readonly wrong: readonly string[];
}

/** The recorded answers that are certainly wrong. A slow program may be right on a faster machine. */
const WRONG_KINDS: readonly RecordedAnswer['kind'][] = ['wrong', 'crash'];

/** Returns the programs of a problem that are stored here or ship with it. */
export async function knownPrograms(
  {
    ref,
    problem,
    answers,
  }: {
    readonly ref: ProblemRef;
    readonly problem: Problem;
    readonly answers: readonly RecordedAnswer[];
  },
  judge: Pick<JudgePort, 'extract'>,
  tables: Pick<Tables, 'judgements' | 'history'>,
): Promise<KnownPrograms> {
  const accepted = new Set<string>();
  const wrong = new Set<string>();
  const programOf = (completion: Completion): string | null => {
    const extraction = judge.extract(completion);
    return extraction.found ? extraction.code : null;
  };
  const programIn = (text: string): string | null =>
    programOf({ reasoning: '', reasoningOpen: false, text, finishReason: 'stop', usage: null });
  const sort = (program: string, { profile, verdict, reward }: HistoryEntry['report']): void => {
    if (profile !== STANDARD.name) return;
    if (reward === 1) accepted.add(program);
    else if (verdict === 'wrong-answer') wrong.add(program);
  };
  for (const { kind, raw } of answers) {
    const target = kind === 'right' ? accepted : WRONG_KINDS.includes(kind) ? wrong : null;
    const program = target && programIn(raw);
    if (program !== null) target?.add(program);
  }
  for (const text of solutionsIn(problem)) accepted.add(programIn(text) ?? text);
  const { completion, program: ownJudgement } = (await tables.judgements.read(ref)) ?? {};
  for (const judgement of [ownJudgement, completion]) {
    if (judgement?.program === undefined || judgement.scope !== 'all' || !stillFits(judgement, problem))
      continue;
    sort(judgement.program, judgement.report);
  }
  const history = await (await tables.history()).readOf(ref);
  for (const { submission, report } of [...history.values()].reverse()) {
    if (report.testsTotal !== problem.tests.length) continue;
    const program = submission.kind === 'program' ? submission.code : programOf(submission.completion);
    if (program !== null) sort(program, report);
  }
  return { accepted: [...accepted], wrong: [...wrong].filter((program) => !accepted.has(program)) };
}
