import { errorMessage } from '../../base/error-message.ts';
import type { AppState } from '../state/app-state.ts';

/** What leads from one page into another: neither page knows the other, and the code comes with the first use. */
export type Passages = Pick<
  AppState,
  'importSources' | 'offerRead' | 'openInPlayground' | 'showGroup' | 'xrayRunSample'
>;

/** @param app complete when the first passage is used */
export function passages(app: () => AppState): Passages {
  const openRunSample = () => import('./open-run-sample.ts');
  /** Says so where the code does not come. */
  async function arrive(passage: () => Promise<void>): Promise<void> {
    try {
      await passage();
    } catch (error) {
      app().notices.say(`That could not be opened (${errorMessage(error)}): try again, or reload the page.`);
    }
  }
  return {
    importSources: (find) =>
      arrive(async () => (await import('../imports/import-files.ts')).importSources(app(), find)),
    // It is said by who offers them.
    offerRead: async (samples) =>
      (await import('../../pages/runs/state/offer-samples.ts')).offerRead(app(), samples),
    openInPlayground: (...sample) =>
      arrive(async () => (await openRunSample()).openInPlayground(app(), ...sample)),
    showGroup: (...group) => arrive(async () => (await import('./show-group.ts')).showGroup(app(), ...group)),
    xrayRunSample: (...sample) => arrive(async () => (await openRunSample()).xrayRunSample(app(), ...sample)),
  };
}
