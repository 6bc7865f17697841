/** Reads a file of problems for the page, heavy lines in a worker. Fetched by who imports one. */
import { WorkerReader } from '../datasets/hosts/worker-reader.ts';
import { readProblemsInPieces, type ImportedProblems } from '../datasets/problem-file.ts';

export async function readProblemFile(text: string): Promise<ImportedProblems> {
  const reader = new WorkerReader(
    () => new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module' }),
  );
  try {
    return await readProblemsInPieces(text, (line) => reader.problem(line));
  } finally {
    reader.close();
  }
}
