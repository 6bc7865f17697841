import type { ModelChoice } from '../../models/asking/model-choices.ts';

const GROUPS = [
  { title: 'Examples', dialog: null },
  { title: 'On this device', dialog: 'models' },
  { title: 'OpenAI-compatible server', dialog: 'endpoint' },
] as const;

const GROUP_OF: Readonly<Record<ModelChoice['type'], (typeof GROUPS)[number]['title']>> = {
  recorded: 'Examples',
  gpu: 'On this device',
  cpu: 'On this device',
  endpoint: 'OpenAI-compatible server',
};

/**
 * A group of models in the pickers. `dialog` is the dialog that adds models to the group; null if there is
 * none.
 */
export interface ChoiceGroup {
  readonly title: string;
  readonly dialog: 'models' | 'endpoint' | null;
  readonly options: readonly ModelChoice[];
}

/** Returns every group, including empty ones. */
export function groupChoices(choices: readonly ModelChoice[]): readonly ChoiceGroup[] {
  return GROUPS.map(({ title, dialog }) => ({
    title,
    dialog,
    options: choices.filter(({ type }) => GROUP_OF[type] === title),
  }));
}
