/** The browser's implementations of the ports for preparing sets. This module is loaded with that dialog. */
import { WorkerPreparer } from '../datasets/hosts/worker-preparer.ts';
import { PrepareState, type PrepareParts } from '../pages/problems/state/prepare-state.svelte.ts';
import { KeptSolutions } from '../storage/kept-solutions.ts';
import { coresLessOne } from './sandbox.ts';

export function createPrepare(parts: Pick<PrepareParts, 'view' | 'problems' | 'judge'>): PrepareState {
  return new PrepareState({
    ...parts,
    workers: coresLessOne(),
    kept: new KeptSolutions(),
    preparer: new WorkerPreparer(
      () =>
        new Worker(new URL('../../workers/prepare.worker.ts', import.meta.url), {
          type: 'module',
          name: 'prepare',
        }),
    ),
  });
}
