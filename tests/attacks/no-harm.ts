/**
 * Attacks against the built page: none earns a reward, none harms the program graded next, none reaches
 * anything outside its sandbox, and the page outlives them all.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JudgeReport } from '../../src/domain/verdict.ts';
import { readAttacks, type Attack } from './corpus.ts';
import { runAttacks, type AttackRun, type AttackTerms } from './attack-run.ts';

const sentry = readAttacks().find(({ id }) => id === 'honest-control/fussy')!;

/** In reference seconds: about one second here. */
const TIME_LIMIT_SECONDS = 0.5;

export function expectNoHarm(attacks: readonly Attack[], way: AttackTerms = {}): void {
  let run: AttackRun;
  /** What was graded, in order: idle workers take turns, so of two sentries one meets the attack's worker. */
  const programs = [sentry, sentry, ...attacks.flatMap((attack) => [attack, sentry, sentry])];

  beforeAll(async () => {
    run = await runAttacks(programs, TIME_LIMIT_SECONDS, way);
  });

  it('get the rewards they deserve, and those graded next too', () => {
    const wrong = programs.flatMap((program, index) => {
      const report = run.reports[index];
      if (report !== undefined && program.rewards.includes(report.reward)) return [];
      return [
        `${program.id}${program === sentry ? ` after ${before(programs, index)}` : ''}: ${told(report)}`,
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('reach no server', () => {
    expect(run.strayRequests).toEqual([]);
    expect(run.baitTaken).toEqual([]);
    expect(run.baitHears).toContain('GET /page');
  });

  it('meet a page whose own threads may share memory', () => {
    expect(run.before.isIsolated).toBe(true);
  });

  it('leave the page alive, and what it keeps untouched', () => {
    expect(run.after).toEqual(run.before);
    expect(run.incidents).toEqual([]);
  });
}

export function isControl({ rewards }: Attack): boolean {
  return rewards.includes(1);
}

function before(programs: readonly Attack[], index: number): string {
  return programs.slice(0, index).findLast((program) => program !== sentry)?.id ?? 'nothing';
}

function told(report: JudgeReport | undefined): string {
  if (report === undefined) return 'no verdict';
  const got = report.tests.find(({ verdict }) => verdict !== 'accepted')?.got ?? '';
  return `reward ${report.reward}, ${report.verdict}, ${report.error?.slice(0, 100) ?? ''} ${got.slice(0, 100)}`.trim();
}
