import { errorMessage } from '../../base/error-message.ts';
import type { ImportSource } from '../../datasets/set-import.ts';
import type { AppState } from '../../state/shell/app-state.ts';

export type Importing = Pick<
  AppState,
  'imports' | 'notices' | 'playground' | 'problemsView' | 'samples' | 'view'
>;

/** Adds data sets one after the other. Samples come last: their problems may be among them. */
export async function bringIn(app: Importing, sources: readonly ImportSource[]): Promise<void> {
  const { imports, notices, playground } = app;
  let samples: File | null = null;
  let set = null as string | null;
  const importing = await imports.load();
  const ends = sources.map(async (source) => [source, await importing.import(source)] as const);
  for (const ending of ends) {
    const [source, end] = await ending;
    if (end.kind === 'failed') notices.say(`${end.name} could not be read: ${end.message}`);
    else if (end.kind === 'added' && end.report.totals.kept > 0) ({ set } = end.report);
    else if (end.kind === 'samples' && source.kind !== 'file') {
      notices.say(`${source.name} holds samples, no problems: download it and add it as a file.`);
    } else if (end.kind === 'samples' && source.kind === 'file') {
      if (samples === null) samples = source.file;
      else notices.say(`${source.file.name} could not be read: ${ONE_AT_A_TIME}`);
    }
  }
  // Who looks at all problems goes on with that.
  if (!app.problemsView.inFront) playground.arrive(set);
  if (samples === null) return;
  try {
    const text = await textOf(samples);
    const { judgeSamples } = await import('../samples/judge-samples.ts');
    await judgeSamples(app, samples.name, text);
  } catch (error) {
    notices.say(`${samples.name} could not be read: ${errorMessage(error)}`);
  }
}

const ONE_AT_A_TIME = 'one file of samples is judged at a time; add it when the other is done';

/** @throws Error for bytes that are no UTF-8: read loosely, programs would not be what they were */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text; save it as UTF-8 and try again');
  }
}
