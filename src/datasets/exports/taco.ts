/** TACO's rows: FlagOpen/TACO 245eba3. The expected value of a call stands in a list of one, as its graders want it. */
import { argumentsOf, inexpressible, jsonText, objectOf, valueOf, type ExportShape } from './exported.ts';

const DIFFICULTIES = { easy: 'EASY', medium: 'MEDIUM', hard: 'HARD' } as const;

export const TO_TACO: ExportShape = {
  name: 'taco',
  write(problem) {
    const fault = inexpressible(problem);
    if (fault !== null) return { fault };
    const { tests, mode } = problem;
    const isCall = mode === 'call';
    return {
      row: objectOf({
        question: problem.prompt,
        solutions: '[]',
        starter_code: problem.starterCode,
        input_output: jsonText({
          inputs: tests.map((test) => (isCall ? argumentsOf(test) : test.input)),
          outputs: tests.map(({ output }) => (isCall ? [valueOf(output)] : output)),
          fn_name: isCall ? problem.functionName : undefined,
        }),
        difficulty: problem.difficulty === null ? 'UNKNOWN_DIFFICULTY' : DIFFICULTIES[problem.difficulty],
        raw_tags: '[]',
        name: problem.title,
        source: problem.source,
        tags: JSON.stringify(problem.tags),
        skill_types: '[]',
        url: null,
        date: problem.date ?? null,
        time_limit: `${problem.timeLimitSeconds} seconds`,
        memory_limit: `${problem.memoryLimitMb} megabytes`,
      }),
    };
  },
};
