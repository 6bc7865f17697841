/**
 * Writes the verdicts on the programs of one student as the `results.json` of an autograder: Gradescope, PrairieLearn or
 * Exercism. Each sample is one test, without what a hidden test contains.
 */
import type { JudgedSample } from '../../datasets/verdict-rows.ts';
import { VERDICT_WORDS } from '../../domain/verdict.ts';

export const RESULTS_FORMS = ['gradescope', 'prairielearn', 'exercism'] as const;
export type ResultsForm = (typeof RESULTS_FORMS)[number];

/** Returns null for Gradescope if a sample has no reward: Gradescope would count it as 0. */
export function resultsJson(form: ResultsForm, samples: readonly JudgedSample[]): string | null {
  const results = samples.map((sample) => ({
    name: sample.id === sample.problemId ? sample.problemId : `${sample.problemId}, ${sample.id}`,
    reward: sample.reward,
    message: messageOf(sample),
  }));
  const unjudged = results.filter(({ reward }) => reward === null);
  const total = results.reduce((sum, { reward }) => sum + positive(reward), 0);
  switch (form) {
    case 'gradescope':
      if (unjudged.length > 0) return null;
      return text({
        score: total,
        visibility: 'visible',
        tests: results.map(({ name, reward, message }) => ({
          ...{ name, score: positive(reward), max_score: 1 },
          ...{ status: reward === 1 ? 'passed' : 'failed', output: message },
        })),
      });
    case 'prairielearn':
      return text({
        gradable: unjudged.length === 0,
        ...(unjudged.length === 0
          ? {
              // From 0 to 1.
              score: total / results.length,
              tests: results.map(({ name, reward, message }) => ({
                ...{ name, points: positive(reward), max_points: 1, output: message },
              })),
            }
          : { format_errors: unjudged.map(({ name, message }) => `${name}: ${message}`) }),
      });
    case 'exercism':
      return text({
        version: 2,
        status: unjudged.length > 0 ? 'error' : results.every(({ reward }) => reward === 1) ? 'pass' : 'fail',
        message: unjudged[0]?.message ?? null,
        tests: results.map(({ name, reward, message }) => ({
          name,
          status: reward === null ? 'error' : reward === 1 ? 'pass' : 'fail',
          message: reward === 1 ? null : message,
        })),
      });
  }
}

function messageOf({ verdict, reward, firstFailed, error }: JudgedSample): string {
  const word = verdict === 'unknown-problem' ? 'Unknown problem' : VERDICT_WORDS[verdict].word;
  if (reward === null) return `${word}: ${error ?? 'not judged'}`;
  return firstFailed === null ? word : `${word} on test ${firstFailed + 1}`;
}

/** A penalty counts as 0, because autograders take no negative points. */
function positive(reward: number | null): number {
  return Math.max(reward ?? 0, 0);
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
