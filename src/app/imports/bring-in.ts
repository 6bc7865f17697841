import { errorMessage } from '../../base/error-message.ts';
import type { ImportSource } from '../../datasets/set-import.ts';
import type { AppState } from '../pages.ts';
import { focusedElement } from '../../kit/components/focus.ts';
import { isTextField } from '../../kit/commands/keys.ts';
import { leftAside, takenSamples, type GivenSamples } from './given-samples.ts';

/**
 * Imports data sets one after the other. Samples are imported last, as a run, because their problems may be
 * among the sets.
 */
export async function importFiles(app: AppState, allSources: readonly ImportSource[]): Promise<void> {
  const isData = ({ kind, ...source }: ImportSource): boolean =>
    kind === 'file' && 'file' in source && /^allpass-data-.*\.gz$/.test(source.file.name);
  if (allSources.some(isData))
    app.notices.show(
      'This file has everything of another browser: import it on the page Models, at "Stored data".',
    );
  const sources = await withoutClassFiles(
    app,
    await withoutRuns(
      app,
      allSources.filter((source) => !isData(source)),
    ),
  );
  if (sources.length === 0 || (await isTrainingRun(app, sources))) return;
  const { imports, notices, playground } = app;
  const samples: GivenSamples[] = [];
  let set = null as string | null;
  const importsState = await imports.load();
  const pendingEnds = sources.map(async (source) => [source, await importsState.import(source)] as const);
  for (const pendingEnd of pendingEnds) {
    const [source, end] = await pendingEnd;
    if (end.kind === 'failed') notices.show(`The import failed: ${end.name} ${end.message}`);
    else if (end.kind === 'added' && end.report.totals.kept > 0) ({ set } = end.report);
    else if (end.kind === 'samples') {
      const { lines } = end;
      if (source.kind === 'file') samples.push({ name: source.file.name, file: source.file, lines });
      else if (source.kind === 'folder') samples.push({ name: source.name, file: null, lines });
      else notices.show(`${source.name} has samples and no problems. Download it, and import it as a file.`);
    }
  }
  // If the user is editing text, the open problem stays open. The report offers to open the first problem.
  const isWriting = isTextField(focusedElement());
  // If the page of problems or of runs is open, it stays open after an import.
  if (!app.problemsView.inFront && !app.runsView.inFront) playground.arrive(isWriting ? null : set);
  const [first, ...otherSamples] = samples;
  if (first === undefined) return;
  const { name, text: sampleText, note, skippedNames } = takenSamples([first, ...otherSamples]);
  if (skippedNames.length > 0) notices.show(leftAside(skippedNames));
  try {
    const text = await textOf(sampleText);
    const { offerSamples } = await import('../../pages/runs/state/open-files.ts');
    await offerSamples(app.runs, app.runsView, name, text, note);
  } catch (error) {
    notices.show(`${name} could not be read: ${errorMessage(error)}`);
  }
}

/** Offers rollouts of a training run on the page of runs. Returns whether the sources are rollouts. */
async function isTrainingRun(
  { runs, runsView }: AppState,
  sources: readonly ImportSource[],
): Promise<boolean> {
  if (!runsView.inFront) return false;
  const { offerTraining } = await import('../../pages/runs/state/open-files.ts');
  return offerTraining(runs, runsView, sources);
}

/** Opens the files of runs, and returns the other sources. */
async function withoutRuns(
  app: AppState,
  sources: readonly ImportSource[],
): Promise<readonly ImportSource[]> {
  const { isRunFile, openRunFile } = await import('../../pages/runs/state/open-files.ts');
  const isRun = (source: ImportSource): boolean => source.kind === 'file' && isRunFile(source.file);
  for (const source of sources) {
    if (source.kind !== 'file' || !isRun(source)) continue;
    const runs = await app.runs.load();
    if (!runs.isLoaded) await runs.load();
    const fault = await openRunFile(runs, app.runsView, app.notices, source.file);
    if (fault !== null) app.notices.show(fault);
  }
  return sources.filter((source) => !isRun(source));
}

/** Opens the file of a class and the result files of its students, and returns the other sources. */
async function withoutClassFiles(
  { learn, learnView, notices }: AppState,
  sources: readonly ImportSource[],
): Promise<readonly ImportSource[]> {
  const others: ImportSource[] = [];
  const resultFiles: File[] = [];
  for (const source of sources) {
    const file = source.kind === 'file' && /\.json$/i.test(source.file.name) ? source.file : null;
    const start = (await file?.slice(0, 100).text()) ?? '';
    const [, format] = /^\s*\{\s*"format":\s*"allpass-(class|lessons)"/.exec(start) ?? [];
    if (file === null || format === undefined) others.push(source);
    else if (format === 'lessons') resultFiles.push(file);
    else {
      const { readPlan, LARGEST_PLAN } = await import('../../common/class/class-plan.ts');
      const plan = file.size > LARGEST_PLAN ? null : readPlan(await file.text());
      if (plan === null) {
        notices.show(
          `${file.name} has no class that this version of Allpass can read. Reload the page, or ask for the file again.`,
        );
        continue;
      }
      (await learn.load()).classroom.arrived = plan;
      learnView.go({ place: 'class', settings: '' });
    }
  }
  if (resultFiles.length > 0) {
    await (await learn.load()).classResults.add(resultFiles);
    learnView.go({ place: 'class-results', settings: '' });
  }
  return others;
}

/** @throws Error for bytes that are not UTF-8. Lenient decoding would change the programs. */
async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text; save it as UTF-8 and try again');
  }
}
