/** Opens files as runs: a saved run, samples that can become one, or the rollouts of a training run. */
import type { PlacedFile } from '../../../common/imports/files-in.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { RunsState } from './runs.svelte.ts';
import type { NoticesState } from '../../../common/shell/shell-states.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import { type RunsView, WHOLE_RUN } from './runs-view.ts';

export function isRunFile({ name }: File): boolean {
  return /\.allpass-run(\.gz)?$/i.test(name);
}

/**
 * Imports a saved run and opens it, even if it is already stored.
 * @returns a message that says why it could not be opened, or null if it could
 */
export async function openRunFile(
  runs: RunsState,
  runsView: PageView<RunsView>,
  notices: NoticesState,
  file: File,
): Promise<string | null> {
  try {
    const result = await runs.take(file);
    if (!result.ok) return result.message;
    if (result.isKnown) notices.show(`The run in ${file.name} is already stored, as ${result.run.name}.`);
    runsView.go({ ...WHOLE_RUN, run: result.run.id });
    return null;
  } catch {
    return `${file.name} could not be stored: free some space for this page, and try again.`;
  }
}

/**
 * Reads a file of samples and shows the form for their run. Rejects if the code for it cannot be fetched.
 * @param skippedText describes the entries that are not samples; null if there are none
 */
export async function offerSamples(
  runs: LazyState<RunsState>,
  runsView: PageView<RunsView>,
  name: string,
  text: string,
  skippedText: string | null,
): Promise<void> {
  const { offeredSamples } = await runs.load();
  runsView.go({ ...WHOLE_RUN, run: null, making: 'samples' });
  await offeredSamples.read(name, text, skippedText);
}

/** Returns the name and the files of a folder, without its name in their paths. */
export function offeredFolder(
  files: readonly PlacedFile[],
): readonly [name: string, files: readonly PlacedFile[]] {
  const roots = new Set(files.map(({ path }) => (path.includes('/') ? path.split('/')[0]! : null)));
  const [root = null] = roots;
  if (roots.size > 1 || root === null) return [files[0]?.path ?? '', files];
  return [root, files.map(({ path, file }) => ({ path: path.slice(root.length + 1), file }))];
}

/**
 * Takes files as the rollouts of a training run: to resume the open audit, for the open form, or if their first rows are
 * those of a trainer. Returns whether they were taken.
 */
export async function offerTraining(
  runs: LazyState<RunsState>,
  runsView: PageView<RunsView>,
  sources: readonly ImportSource[],
): Promise<boolean> {
  const placed = sources.flatMap((source): readonly PlacedFile[] => {
    if (source.kind === 'file') return [{ path: source.file.name, file: source.file }];
    if (source.kind !== 'folder') return [];
    return source.files.map(({ path, file }) => ({ path: `${source.name}/${path}`, file }));
  });
  if (placed.length === 0) return false;
  const { audits } = await runs.load();
  const [name, files] = offeredFolder(placed);
  const { audit, making } = runsView.current;
  const open = audit === null ? null : await audits.open(audit);
  if (open !== null && !open.isBusy && open.audit.done < open.audit.total) {
    void open.start(files);
    return true;
  }
  const before = audits.offered;
  const isOffered = await audits.offer(name, files);
  // Episodes of rLLM, and a single file of verdicts, are samples of an evaluation, too.
  const { trainer } = audits.offered!;
  const isAmbiguous = trainer === 'rLLM' || (trainer === 'allpass serve' && sources[0]!.kind === 'file');
  if (making === 'training') return true;
  if (!isOffered || isAmbiguous) {
    audits.offered = before;
    return false;
  }
  runsView.go({ ...WHOLE_RUN, run: null, making: 'training' });
  return true;
}
