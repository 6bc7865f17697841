import type { ModelChoice } from '../../models/asking/model-choices.ts';

const GROUPS = [
  { title: 'Recorded answers', more: null },
  { title: 'On this machine', more: 'models' },
  { title: 'OpenAI-compatible endpoint', more: 'endpoint' },
] as const;

const GROUP_OF: Readonly<Record<ModelChoice['type'], (typeof GROUPS)[number]['title']>> = {
  recorded: 'Recorded answers',
  gpu: 'On this machine',
  cpu: 'On this machine',
  endpoint: 'OpenAI-compatible endpoint',
};

/** The models that the pickers offer directly. `more` is the dialog that adds models to a group. */
export interface ChoiceGroup {
  readonly title: string;
  readonly more: 'models' | 'endpoint' | null;
  readonly options: readonly ModelChoice[];
}

/** Every group, the empty ones too. */
export function groupChoices(choices: readonly ModelChoice[]): readonly ChoiceGroup[] {
  return GROUPS.map(({ title, more }) => ({
    title,
    more,
    options: choices.filter(({ type }) => GROUP_OF[type] === title),
  }));
}
