import { RECORDED_LABEL, type RecordedAnswer, type RecordedKind } from '../../domain/answer.ts';

interface ChoiceEntry {
  /** The name in addresses: the type, a colon and the name of the model. */
  readonly id: string;
  readonly label: string;
}

/** An entry of the model picker. */
export type ModelChoice =
  | (ChoiceEntry & { readonly type: 'recorded'; readonly answer: RecordedAnswer })
  /** `model` is the model's name on the server. */
  | (ChoiceEntry & { readonly type: 'endpoint'; readonly model: string })
  /** `model` is the id in the catalog or among the user's own models. */
  | (ChoiceEntry & { readonly type: 'gpu'; readonly model: string })
  | (ChoiceEntry & { readonly type: 'cpu'; readonly model: string });

const CHOICE_TYPES: Readonly<Record<ModelChoice['type'], true>> = {
  recorded: true,
  endpoint: true,
  gpu: true,
  cpu: true,
};

/** Whether a string has the form of a choice's id: a type, a colon and a name. */
export function isChoiceId(text: string): boolean {
  const colon = text.indexOf(':');
  return colon > 0 && colon < text.length - 1 && Object.hasOwn(CHOICE_TYPES, text.slice(0, colon));
}

const KIND_WORDS: Readonly<Record<RecordedKind, string>> = {
  right: 'correct answer',
  wrong: 'wrong answer',
  slow: 'too slow',
  crash: 'crashes',
  'no-code': 'no code',
  'two-blocks': 'two blocks',
  'cut-off': 'cut off',
  'trailing-text': 'text after the code',
};

/** The data of a model on this machine that the picker needs. */
export interface LocalModelName {
  readonly id: string;
  readonly label: string;
}

export interface ChoiceSources {
  readonly answers: readonly RecordedAnswer[];
  readonly endpoint: readonly string[];
  readonly gpu: readonly LocalModelName[];
  readonly cpu: readonly LocalModelName[];
}

/** Returns the choices for a problem: its recorded answers, the models of this machine, and those of the endpoint. */
export function modelChoices({ answers, endpoint, gpu, cpu }: ChoiceSources): readonly ModelChoice[] {
  const kindCounts = new Map<string, number>();
  const recordedChoices = answers.map((answer): ModelChoice => {
    const nth = (kindCounts.get(answer.kind) ?? 0) + 1;
    kindCounts.set(answer.kind, nth);
    const suffix = nth > 1 ? ` ${nth}` : '';
    return {
      id: `recorded:${answer.kind}${nth > 1 ? `-${nth}` : ''}`,
      label: `${RECORDED_LABEL}${KIND_WORDS[answer.kind] ?? answer.kind}${suffix}`,
      type: 'recorded',
      answer,
    };
  });
  const choicesOf = (
    type: 'gpu' | 'cpu' | 'endpoint',
    deviceWord: string,
    names: readonly LocalModelName[],
  ) =>
    names.map(({ id, label }): ModelChoice => ({
      id: `${type}:${id}`,
      label: `${deviceWord}: ${label}`,
      type,
      model: id,
    }));
  const serverModels = [...new Set(endpoint)].flatMap((id) => (id === '' ? [] : [{ id, label: id }]));
  return [
    ...recordedChoices,
    ...choicesOf('gpu', 'GPU', gpu),
    ...choicesOf('cpu', 'llama.cpp', cpu),
    ...choicesOf('endpoint', 'Endpoint', serverModels),
  ];
}

/**
 * Returns the choice that the address names, otherwise the recorded correct answer, otherwise the first
 * choice; null if there are no choices.
 */
export function chosenModel(choices: readonly ModelChoice[], id: string | null): ModelChoice | null {
  const namedChoice = choices.find((choice) => choice.id === id);
  return namedChoice ?? choices.find((choice) => choice.id === 'recorded:right') ?? choices[0] ?? null;
}

/**
 * Returns the name of the model of a type that an address names, whether or not it is listed; null if the
 * address names none.
 */
export function pickedModel(pickedId: string | null, type: 'endpoint' | 'gpu' | 'cpu'): string | null {
  return pickedId?.startsWith(`${type}:`) ? pickedId.slice(type.length + 1) : null;
}
