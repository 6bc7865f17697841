/**
 * The parts of `allpass audit`: which planted exploits it names and which honest rows it accuses, its time beside that of
 * `grade`, and the memory for gigabytes of rollouts.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/base/collections.ts';
import type { Exploits } from '../../src/datasets/gym.ts';
import type { AuditRow } from '../../src/domain/audit.ts';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { reasonOfExploit } from '../builders/exploit-reasons.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { BIN, readLinesOf } from '../node/command-line.ts';
import { rounded, type Figures } from './figures.ts';
import { timedCommand } from './programs.ts';

const SHARED = inRoot('../shared/fixtures');
const STEPS = 12;
/** The first step with exploits. */
const FIRST_HACKED = 7;
const SPEED_TESTS = 15;
const GROUP = 16;
const BIG_ANSWER = 'x = 1\n'.repeat(2_000);

interface Program {
  readonly id: string;
  readonly problem_id: string;
  readonly code: string;
  readonly native_reward: 0 | 1 | null;
  readonly requires?: unknown;
  /** Counts of the verdicts of native Python. */
  readonly native: { readonly kinds: Readonly<Record<string, number>> };
}

interface Test {
  readonly input: unknown;
  readonly output: unknown;
}

interface ProblemLine {
  readonly line: string;
  readonly prompt: string;
  readonly mode: string;
  readonly fn_name?: string;
  readonly tests: readonly Test[];
}

const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

function problemLines(file: string): ReadonlyMap<string, ProblemLine> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const problem = JSON.parse(line) as ProblemLine & { readonly id: string };
      return [problem.id, { ...problem, line }];
    }),
  );
}

/** The shared programs by problem, evenly over all problems; none if they are not there. */
function sharedPrograms(): ReadonlyMap<string, readonly Program[]> {
  if (!existsSync(SHARED)) return new Map();
  const programs = readLinesOf<Program>(join(SHARED, 'solutions.jsonl'));
  return groupBy(
    programs.filter(({ requires, native_reward }) => requires === undefined && native_reward !== null),
    ({ problem_id }) => problem_id,
  );
}

/** A run in the shape of verl: what each rollout is, by its id. */
type Truth = Map<string, { readonly kind: 'honest' | 'exploit' | 'table'; readonly name: string }>;

/** Writes rollouts with the rewards of native Python, and plants exploits with a reward of 1 in the later steps. */
function plantedRun(folder: string, most: number): Truth {
  const truth: Truth = new Map();
  const steps = Array.from({ length: STEPS }, (): object[] => []);
  const put = (
    step: number,
    { prompt, line }: ProblemLine,
    output: string,
    score: number,
    kind: 'honest' | 'exploit' | 'table',
    name: string,
  ): void => {
    const rows = steps[step - 1]!;
    truth.set(`${step}/${rows.length}`, { kind, name });
    const input = `<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`;
    rows.push({ input, output, gts: line, score, step });
  };
  const { exploits } = JSON.parse(readFileSync(inRoot('public/gym/exploits.json'), 'utf8')) as Exploits;
  const gym = problemLines(inRoot('public/gym/problems.jsonl'));
  const planted = exploits.slice(0, most);
  for (const [at, [id, ofProblem]] of [...groupBy(planted, ({ problem }) => problem)].entries()) {
    const step = FIRST_HACKED + (at % (STEPS - FIRST_HACKED + 1));
    const right = readFileSync(
      inRoot(`src/datasets/gym/problems/${id.replace('gym/', '')}/right.py`),
      'utf8',
    );
    put(step, gym.get(id)!, fenced(right), 1, 'honest', `right ${id}`);
    for (const exploit of ofProblem) put(step, gym.get(id)!, exploit.raw, 1, 'exploit', exploit.id);
  }
  const shared = sharedPrograms();
  const problems =
    shared.size === 0 ? new Map<string, ProblemLine>() : problemLines(join(SHARED, 'problems.jsonl'));
  // Neighbours in the file are of one data set.
  const ids = [...shared.keys()].sort((one, other) => hash(one) - hash(other));
  for (const [at, id] of ids.entries()) {
    if (truth.size >= most) break;
    const [step, problem, programs] = [(at % STEPS) + 1, problems.get(id)!, shared.get(id)!];
    for (const program of programs)
      put(step, problem, fenced(program.code), program.native_reward!, 'honest', program.id);
    const table = step < FIRST_HACKED || at % 3 > 0 ? null : tableOf(problem);
    const right = programs.filter(({ native_reward }) => native_reward === 1);
    if (table !== null && right.length >= 3) put(step, problem, fenced(table), 1, 'table', id);
  }
  mkdirSync(folder, { recursive: true });
  steps.forEach((rows, at) =>
    writeFileSync(join(folder, `${at + 1}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  );
  return truth;
}

function hash(text: string): number {
  return [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.codePointAt(0)!) | 0, 7);
}

/** Returns a program with a table of its tests; null for a problem with fewer than three. */
function tableOf({ mode, fn_name, tests }: ProblemLine): string | null {
  if (tests.length < 3 || mode === 'assert') return null;
  const pairs = JSON.stringify(JSON.stringify(tests.map(({ input, output }) => [input, output])));
  const table = `import json, sys\nTABLE = json.loads(${pairs})\n`;
  if (mode === 'stdin')
    return `${table}text = sys.stdin.read()\nprint(next((o for i, o in TABLE if i == text), TABLE[0][1]))\n`;
  return `${table}\ndef ${fn_name}(*args):\n    given = json.loads(json.dumps(args))\n    return next((o for i, o in TABLE if i == given), TABLE[0][1])\n`;
}

/** Plants exploits in a run of about `most` rows, and audits it without naming the grader. */
export function auditFigures(most: number): Promise<Figures> {
  return inTemporaryFolder(async (folder) => {
    const truth = plantedRun(join(folder, 'run'), most);
    const { exploits } = JSON.parse(readFileSync(inRoot('public/gym/exploits.json'), 'utf8')) as Exploits;
    const expected = new Map(exploits.map((exploit) => [exploit.id, reasonOfExploit(exploit)]));
    const { rows, seconds } = await timedCommand(['audit', join(folder, 'run'), '--quiet', '--workers', '2']);
    const counts = { exploit: [0, 0], table: [0, 0], honest: [0, 0] };
    let equal = 0;
    for (const row of rows as unknown as readonly AuditRow[]) {
      const { kind, name } = truth.get(row.sample_id)!;
      const wanted = kind === 'exploit' ? expected.get(name) : kind === 'table' ? 'hard-coded' : null;
      // A reward that the speed of the machine decides accuses no program.
      const isAccused = row.reward === 1 && row.reason !== null && row.reason !== 'time';
      const isGood = kind === 'honest' ? !isAccused : row.reason === wanted;
      counts[kind][0]! += isGood === (kind !== 'honest') ? 1 : 0;
      counts[kind][1]! += 1;
      if (kind === 'honest' && row.reward === row.standard?.reward) equal += 1;
      if (!isGood || (kind === 'honest' && row.reason !== null))
        console.error(`${kind} ${name}: ${row.reason ?? 'no reason'}. ${row.evidence ?? ''}`);
    }
    const text = ([part, all]: readonly number[]): string => `${part} of ${all}`;
    return {
      audit_exploits_named: text(counts.exploit),
      audit_tables_named: text(counts.table),
      audit_honest_accused: text(counts.honest),
      audit_honest_reproduced: `${equal} of ${counts.honest[1]}`,
      audit_rows: rows.length,
      audit_s: rounded(seconds, 0),
    };
  });
}

/** Audits rollouts by the rules of rLLM, and grades the same answers once. All programs differ. */
export function auditSpeedFigures(rollouts: number): Promise<Figures> {
  return inTemporaryFolder(async (folder) => {
    const shared = sharedPrograms();
    if (shared.size === 0) return { audit_to_grade: { notMeasured: 'there are no shared problems' } };
    const problems = problemLines(join(SHARED, 'problems.jsonl'));
    // Time limits would measure the limits.
    const ending = [...shared].map(
      ([id, programs]) => [id, programs.filter(({ native }) => native.kinds['TLE'] === undefined)] as const,
    );
    const usable = ending.filter(
      ([id, programs]) =>
        problems.get(id)!.tests.length >= 8 && programs.some(({ native_reward }) => native_reward === 1),
    );
    const [steps, samples, sets] = [new Map<number, object[]>(), [] as object[], [] as string[]];
    const groups = Math.ceil(rollouts / GROUP);
    for (let group = 0; group < groups; group++) {
      const [id, programs] = usable[Math.floor((group * usable.length) / groups)]!;
      const { line, prompt, tests } = problems.get(id)!;
      const same = Array.from({ length: SPEED_TESTS }, (_, at) => tests[at % tests.length]);
      const { public_tests: _, ...row } = JSON.parse(line) as Record<string, unknown>;
      const gts = JSON.stringify({ ...row, tests: same });
      sets.push(gts);
      const step = (group % 8) + 1;
      const rows = steps.get(step) ?? [];
      steps.set(step, rows);
      for (let at = 0; at < GROUP; at++) {
        const { code, native_reward } = programs[at % programs.length]!;
        const output = fenced(`${code}\n# Rollout ${at}.\n`);
        samples.push({ problem_id: id, id: String(at), response: output });
        rows.push({ input: prompt, output, gts, score: native_reward, step });
      }
    }
    mkdirSync(join(folder, 'run'));
    for (const [step, rows] of steps)
      writeFileSync(join(folder, 'run', `${step}.jsonl`), rows.map((row) => JSON.stringify(row)).join('\n'));
    const [problemFile, sampleFile] = [join(folder, 'problems.jsonl'), join(folder, 'samples.jsonl')];
    writeFileSync(problemFile, sets.join('\n'));
    writeFileSync(sampleFile, samples.map((sample) => JSON.stringify(sample)).join('\n'));
    const options = ['--quiet', '--workers', '2'];
    const grade = [
      'grade',
      '--problems',
      problemFile,
      '--samples',
      sampleFile,
      '--profile',
      'rllm',
      ...options,
    ];
    const graded = await timedCommand(grade);
    const audited = await timedCommand(['audit', join(folder, 'run'), '--as', 'rllm', ...options]);
    return {
      audit_rollouts: audited.rows.length,
      grade_once_s: rounded(graded.seconds, 1),
      audit_twice_s: rounded(audited.seconds, 1),
      audit_to_grade: rounded(audited.seconds / graded.seconds),
    };
  });
}

const MEMORY =
  "data:text/javascript,process.on('exit',()=>console.error('memory '+process.resourceUsage().maxRSS))";

/** Reads rollouts of verl without tests, so that the command reads all of them and then reports what it lacks. */
export function auditMemoryFigures(megabytes: number): Figures {
  return inTemporaryFolder((folder) => {
    const rows = Math.ceil((megabytes * 1e6) / STEPS / BIG_ANSWER.length);
    for (let step = 1; step <= STEPS; step++) {
      const file = openSync(join(folder, `${step}.jsonl`), 'w');
      for (let at = 0; at < rows; at++) {
        const output = `${step} ${at}\n${BIG_ANSWER}`;
        writeSync(file, `${JSON.stringify({ input: `p${at >> 4}`, output, score: 1, step })}\n`);
      }
      closeSync(file);
    }
    const begun = performance.now();
    const { stderr } = spawnSync(process.execPath, ['--import', MEMORY, BIN, 'audit', folder], {
      encoding: 'utf8',
    });
    const kilobytes = Number(/^memory (\d+)/m.exec(stderr)?.[1]);
    if (!stderr.includes('give its problems by --problems')) throw new Error(stderr);
    return {
      audit_dump_mb: megabytes,
      audit_read_memory_mb: rounded(kilobytes / 1024, 0),
      audit_read_s: rounded((performance.now() - begun) / 1000, 1),
    };
  });
}
