import type { RecordedAnswer, RecordedKind } from '../domain/recorded-answer.ts';

/** An entry of the model picker. `id` stands in the address. */
export type ModelChoice =
  | {
      readonly id: string;
      readonly label: string;
      readonly type: 'recorded';
      readonly answer: RecordedAnswer;
    }
  | { readonly id: string; readonly label: string; readonly type: 'endpoint'; readonly model: string };

const KIND_WORDS: Readonly<Record<RecordedKind, string>> = {
  right: 'right answer',
  wrong: 'wrong answer',
  slow: 'too slow',
  crash: 'crashes',
  'no-code': 'no code',
  'two-blocks': 'two blocks',
  'cut-off': 'cut off',
  'trailing-text': 'text after the code',
};

/** What can be asked about a problem: its recorded answers, then the endpoint's models. */
export function modelChoices(
  answers: readonly RecordedAnswer[],
  endpointModels: readonly string[],
): readonly ModelChoice[] {
  const seen = new Map<string, number>();
  const recorded = answers.map((answer): ModelChoice => {
    const nth = (seen.get(answer.kind) ?? 0) + 1;
    seen.set(answer.kind, nth);
    const again = nth > 1 ? ` ${nth}` : '';
    return {
      id: `recorded:${answer.kind}${nth > 1 ? `-${nth}` : ''}`,
      label: `Recorded: ${KIND_WORDS[answer.kind] ?? answer.kind}${again}`,
      type: 'recorded',
      answer,
    };
  });
  const models = [...new Set(endpointModels)].filter((model) => model !== '');
  return [
    ...recorded,
    ...models.map((model): ModelChoice => ({
      id: `endpoint:${model}`,
      label: `Endpoint: ${model}`,
      type: 'endpoint',
      model,
    })),
  ];
}

/** The choice that the address names, else the recorded right answer, else the first there is. */
export function chosen(choices: readonly ModelChoice[], id: string | null): ModelChoice | null {
  const named = choices.find((choice) => choice.id === id);
  return named ?? choices.find((choice) => choice.id === 'recorded:right') ?? choices[0] ?? null;
}

/** The model that an address names, be it listed or not. */
export function endpointModelOf(pick: string | null): string | null {
  return pick?.startsWith('endpoint:') ? pick.slice('endpoint:'.length) : null;
}
