import { importSources } from '../imports/import-files.ts';
import type { AppState } from '../state/app-state.ts';
import * as words from '../words/shell.ts';

const NAMES = ['openInPlayground', 'showGroup'] as const;
type Passages = Pick<AppState, (typeof NAMES)[number]>;
/** A passage as it is written: it takes the states first. */
type Code = (app: AppState, ...given: unknown[]) => Promise<void>;

/**
 * Returns the actions that lead from one page into another; the code loads with the first use.
 * @param app complete when the first passage is used
 */
export function passages(app: () => AppState): Passages & Pick<AppState, 'importSources'> {
  const passage =
    (name: keyof Passages) =>
    async (...given: unknown[]): Promise<void> => {
      try {
        await ((await import('./from-page-to-page.ts'))[name] as Code)(app(), ...given);
      } catch {
        app().notices.say(words.passageNotLoaded);
      }
    };
  return {
    ...(Object.fromEntries(NAMES.map((name) => [name, passage(name)])) as unknown as Passages),
    importSources: (find) => importSources(app(), find),
  };
}
