/** The terms that the exports of a run state beside its rows. */
import { sha256 } from '../../../base/sha256.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { Run } from '../../../domain/run.ts';
import { problemSha256, testsSha256 } from '../../../runs/share/receipt.ts';
import type { ExportTerms } from '../../../runs/share/run-facts.ts';

/** @param open opens a problem; null where it is no longer stored */
export async function exportTermsOf(
  { problems }: Pick<Run, 'problems'>,
  open: (ref: ProblemRef) => Promise<OpenedProblem | null>,
  engine: string,
): Promise<ExportTerms> {
  const exported = new Date().toISOString();
  const hashes: string[] = [];
  for (const { set, id } of problems) {
    const found = await open({ set, id }).catch(() => null);
    if (found === null) return { engine, exported, problemsSha256: null };
    hashes.push(await problemSha256(found.problem), await testsSha256(found.problem));
  }
  return { engine, exported, problemsSha256: await sha256(hashes.join('\n')) };
}
