/**
 * Problem packages of Kattis and the ICPC, in the versions legacy, legacy-icpc, 2023-07-draft and 2025-09
 * (Kattis/problem-package-format 0212e54): problem.yaml; problem_statement/ or statement/ with
 * problem.LANGUAGE.md or .tex; data/sample/ and data/secret/ with *.in and *.ans, in groups or not; the time
 * limit in problem.yaml, in .timelimit, or in DOMjudge's domjudge-problem.ini. A package that gives a program
 * anything other than its input is rejected, because every program would fail without it.
 */
import { decodedText, LONGEST_ROW, NOT_UTF8, Unreadable, wholeFile } from '../containers/source-file.ts';
import { Misfit } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { latexAsMarkdown, type ReadStatement } from '../reading/latex.ts';
import type { Reading } from '../reading/reading.ts';
import { checkerFor, packageChecker } from './package-checker.ts';
import { packageFacts, yamlFields, type PackageFiles, MORE_THAN_INPUT_FAULT } from './package-facts.ts';

export const PROBLEM_PACKAGE = 'problem-package';

/** Maximum size of problem.yaml and of a statement, in bytes. */
const LARGEST_TEXT = 4 << 20;
/** Maximum length of a sample in the statement, in characters. Longer samples are left out. */
const LONGEST_SHOWN = 4000;

interface FileTest {
  readonly input: string;
  readonly output: string;
}

/**
 * Reads a package as a problem.
 * @throws Misfit that names the invalid file
 * @throws Unreadable
 */
export async function readProblemPackage(
  name: string,
  files: PackageFiles,
  reading: Pick<Reading, 'reportRepair'>,
): Promise<ProblemRow> {
  const facts = packageFacts(await yamlFields(await textOf(files, 'problem.yaml')));
  refuseSpecial(files);
  const rules = await packageChecker(files, facts, (path) => textOf(files, path));
  const sample = await testsIn(files, 'data/sample/');
  const secretTests = await testsIn(files, 'data/secret/');
  if (sample.length + secretTests.length === 0)
    throw new Misfit('data', 'has no test: no *.in beside an *.ans of its name');
  const { text, title } = await statementIn(files, reading);
  return {
    id: name,
    source: 'kattis',
    title: facts.title ?? title ?? name,
    tags: facts.keywords,
    prompt: `${text}${shownSamples(sample)}`,
    mode: 'stdin',
    preamble: true,
    checker: checkerFor(
      rules,
      [...sample, ...secretTests].map(({ output }) => output),
    ),
    tests: [...sample, ...secretTests],
    publicTests: sample.length,
    timeLimitSeconds: facts.timeLimit ?? (await timeLimitBeside(files)),
    memoryLimitMb: facts.memoryMb,
    ...(facts.license === null ? {} : { license: facts.license }),
    meta: facts.meta,
  };
}

/** Rejects packages with files that programs cannot read here. */
function refuseSpecial(files: PackageFiles): void {
  for (const path of files.keys()) {
    if (/^include\/.+/.test(path))
      throw new Misfit('include', 'adds files of its own to each program, which is not done here');
    if (/^data\/.*\.(args|files(\/.*)?)$/.test(path)) throw new Misfit(path, MORE_THAN_INPUT_FAULT);
    if (/^static_validator\/.+/.test(path))
      throw new Misfit(
        'static_validator',
        'judges the text of programs, and here only what they print counts',
      );
  }
}

async function testsIn(files: PackageFiles, folder: string): Promise<readonly FileTest[]> {
  const inputs = [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith('.in'))
    .sort((one, other) => (one < other ? -1 : 1));
  const tests: FileTest[] = [];
  let length = 0;
  for (const path of inputs) {
    const answer = path.replace(/\.in$/, '.ans');
    if (!files.has(answer)) throw new Misfit(path, 'has no answer: its .ans is missing');
    const test = {
      input: await textOf(files, path, LONGEST_ROW),
      output: await textOf(files, answer, LONGEST_ROW),
    };
    length += test.input.length + test.output.length;
    if (length > LONGEST_ROW)
      throw new Misfit('data', `has more than ${LONGEST_ROW >> 20} MiB of tests: take the largest ones out`);
    tests.push(test);
  }
  return tests;
}

/** Reads the statement. English is preferred to other languages, and Markdown to LaTeX. */
async function statementIn(
  files: PackageFiles,
  reading: Pick<Reading, 'reportRepair'>,
): Promise<ReadStatement> {
  const statementPaths = [...files.keys()].filter((path) =>
    /^(problem_statement|statement)\/problem(\.[\w-]+)?\.(md|tex)$/.test(path),
  );
  const rank = (path: string): number =>
    (/\/problem(\.en(-\w+)?)?\.(md|tex)$/.test(path) ? 0 : 2) + (path.endsWith('.md') ? 0 : 1);
  const [statementPath] = statementPaths.sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
  );
  if (statementPath === undefined)
    throw new Misfit('statement', 'has no statement in Markdown or LaTeX; others (.pdf) are not read here');
  const text = await textOf(files, statementPath);
  if (statementPath.endsWith('.md')) return { text: text.trim(), title: null };
  reading.reportRepair(
    statementPath,
    'is LaTeX: the usual commands are written as Markdown, others stay as they are',
  );
  return latexAsMarkdown(text);
}

function shownSamples(samples: readonly FileTest[]): string {
  const shortSamples = samples.filter(({ input, output }) => input.length + output.length <= LONGEST_SHOWN);
  return shortSamples
    .map(({ input, output }, index) => {
      const fencedText = (text: string) => `\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\``;
      const nth = shortSamples.length === 1 ? '' : ` ${index + 1}`;
      return `\n\n## Sample Input${nth}\n\n${fencedText(input)}\n\n## Sample Output${nth}\n\n${fencedText(output)}`;
    })
    .join('');
}

async function timeLimitBeside(files: PackageFiles): Promise<number | null> {
  const [path, pattern] = files.has('.timelimit')
    ? ['.timelimit', /^\s*(\d+(?:\.\d+)?)\s*$/]
    : ['domjudge-problem.ini', /^\s*timelimit\s*=\s*['"]?(\d+(?:\.\d+)?)/m];
  if (!files.has(path as string)) return null;
  const limitText = (pattern as RegExp).exec(await textOf(files, path as string))?.[1];
  return limitText === undefined ? null : Number(limitText) || null;
}

async function textOf(files: PackageFiles, path: string, maxBytes = LARGEST_TEXT): Promise<string> {
  const file = files.get(path);
  if (file === undefined) throw new Misfit(path, 'is missing');
  const bytes = await wholeFile(file, maxBytes).catch((error: unknown) => {
    throw error instanceof Unreadable ? new Misfit(path, error.message) : error;
  });
  const text = decodedText(bytes);
  if (text === null) throw new Misfit(path, NOT_UTF8);
  return text;
}
