/** TACO's rows: FlagOpen/TACO 245eba3. The expected value of a call stands in a list of one, as its graders want it. */
import { listsText, shapeOf } from './exported.ts';

const DIFFICULTIES = { easy: 'EASY', medium: 'MEDIUM', hard: 'HARD' } as const;

export const TO_TACO = shapeOf('taco', (problem) => ({
  question: problem.prompt,
  solutions: '[]',
  starter_code: problem.starterCode,
  input_output: listsText(problem, (value) => [value]),
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
}));
