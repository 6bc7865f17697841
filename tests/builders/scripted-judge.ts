import type { Completion } from '../../src/domain/completion.ts';
import type { JudgeOptions, OwnRun, OwnTask } from '../../src/judge/judge-options.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { Submission } from '../../src/domain/submission.ts';
import type { JudgeReport, TestVerdict } from '../../src/domain/verdict.ts';
import { extractStandard } from '../../src/judge/extract/standard.ts';
import type { JudgePort, OwnRunPort } from '../../src/judge/judge.ts';
import { reportOf } from './report.ts';

/** Accepts programs that print 1; runs nothing. */
export class ScriptedJudge implements JudgePort, OwnRunPort {
  /** The programs that were judged, in order. */
  readonly codes: string[] = [];
  readonly profiles: (string | undefined)[] = [];
  /** The report that each went on from. */
  readonly from: (JudgeReport | null)[] = [];
  /** Judgings that have not ended. */
  running = 0;
  /** Keeps a judging from ending until it is resolved. */
  gate: Promise<void> = Promise.resolve();

  extract({ text }: Completion) {
    return extractStandard(text);
  }

  async judge(problem: Problem, submission: Submission, options: JudgeOptions): Promise<JudgeReport> {
    const code = this.#codeOf(submission);
    const profile = options.profile?.name ?? 'standard';
    this.codes.push(code);
    this.profiles.push(profile);
    this.from.push(options.goOnFrom ?? null);
    const good = code.includes('print(1)');
    const failing = (index: number): TestVerdict => (index === 0 ? 'wrong-answer' : 'not-run');
    const verdicts = problem.tests.map((_, index) => (good ? 'accepted' : failing(index)));
    const report = reportOf(verdicts, { problemId: problem.id, profile });
    for (const test of report.tests) options.onTest?.(test);
    this.running++;
    await this.gate;
    this.running--;
    if (options.signal.aborted) {
      return { ...report, verdict: 'judge-error', reward: null, firstFailed: null, flags: ['stopped'] };
    }
    return options.tests === 'public' ? { ...report, reward: null } : report;
  }

  /** Gives back what it read. */
  async runOwn(code: string, input: string, { signal }: OwnTask): Promise<OwnRun> {
    this.codes.push(code);
    await this.gate;
    if (signal.aborted) return { type: 'stopped' };
    const nothing = { printed: '', stderr: '', error: null, flags: [], failure: null } as const;
    return { type: 'ran', got: input, milliseconds: 1, timeFactor: 1, ...nothing };
  }

  #codeOf(submission: Submission): string {
    if (submission.kind === 'program') return submission.code;
    const extraction = this.extract(submission.completion);
    return extraction.found ? extraction.code : '';
  }
}
