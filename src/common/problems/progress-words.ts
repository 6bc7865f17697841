import type { Progress } from '../../domain/problem.ts';

/** Lists who solved or tried a problem, the user first. Returns "not started" if there is no entry. */
export function progressWords(progress: Progress | undefined): string {
  if (progress === undefined) return 'not started';
  const { own, model, recorded, pasted, earlier } = progress;
  const sentences = [
    own && (own === 'solved' ? 'solved by you' : 'tried by you, not solved'),
    earlier && `${earlier} in an earlier version, its author was not stored`,
    model && (model === 'solved' ? 'solved by a model' : 'not solved by a model'),
    recorded && (recorded === 'solved' ? 'an example solves it' : 'an example fails'),
    pasted && (pasted === 'solved' ? 'a pasted answer solves it' : 'a pasted answer fails'),
  ];
  return sentences.filter(Boolean).join('; ');
}
