/** LiveCodeBench's rows: LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/benchmarks/code_generation.py`. */
import { stringifyLossless } from '../../base/lossless-json.ts';
import { casesOf, metadataText, metaOf, shapeOf } from './exported.ts';

export const TO_LIVECODEBENCH = shapeOf('livecodebench', (problem, row) => {
  const cases = casesOf(problem, false);
  return {
    question_title: problem.title,
    question_content: problem.prompt,
    platform: metaOf(row, 'platform') ?? problem.source,
    question_id: problem.id,
    contest_id: metaOf(row, 'contest_id') ?? '',
    contest_date: metaOf(row, 'contest_date') ?? `${problem.date ?? '1970-01-01'}T00:00:00`,
    starter_code: problem.starterCode,
    difficulty: problem.difficulty ?? 'medium',
    public_test_cases: stringifyLossless(cases.slice(0, problem.publicTests)),
    private_test_cases: stringifyLossless(cases.slice(problem.publicTests)),
    metadata: metadataText(problem),
  };
});
