import type { Progress } from '../../domain/problem-set.ts';

/** Lists who solved or tried a problem, the user first; "untouched" if there is no entry. */
export function progressWords(progress: Progress | undefined): string {
  if (progress === undefined) return 'untouched';
  const { own, model, recorded, pasted, earlier } = progress;
  const words = [
    own && (own === 'solved' ? 'solved by you' : 'tried by you, not solved'),
    earlier && `${earlier} in an earlier version, by whom was not kept`,
    model && (model === 'solved' ? 'solved by a model' : 'not solved by a model'),
    recorded && (recorded === 'solved' ? 'a recorded answer solves it' : 'a recorded answer fails'),
    pasted && (pasted === 'solved' ? 'a pasted answer solves it' : 'a pasted answer fails'),
  ];
  return words.filter(Boolean).join('; ');
}
