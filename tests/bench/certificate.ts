/**
 * The parts of `allpass strength`: which of the faults it finds that are planted in the tests of 200 problems, what it
 * finds in the same problems without faults, and how
 * long the policies that solve nothing take on 10,000. The problems are the bundled and the shared ones.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isLosslessObject,
  parseLossless,
  stringifyLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../src/base/lossless-json.ts';
import type { CertificateRow, TestCheck } from '../../src/domain/strength.ts';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { distinctPrograms } from '../../src/datasets/prepare/solutions.ts';
import { problemRows, slugs } from '../agreement/bundled.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass, readLinesOf, type VerdictRow } from '../node/command-line.ts';
import { rounded, type Figures } from './figures.ts';

/** A row of problems.jsonl with programs that native Python accepts; of most problems two, which differ. */
interface Base {
  readonly row: LosslessObject;
  readonly codes: readonly string[];
}

const SHARED = inRoot('../shared/fixtures');
/** Longer tests measure how a file is read. */
const MOST_CHARACTERS = 300_000;

function bases(): readonly Base[] {
  const bundled = problemRows.map((line, at) => ({
    row: rowIn(line),
    codes: [readFileSync(inRoot('src/datasets/allpass', slugs[at]!, 'right.py'), 'utf8')],
  }));
  if (!existsSync(SHARED)) return bundled;
  const programs = readLinesOf<{ problem_id: string; code: string; native_reward: number }>(
    join(SHARED, 'solutions.jsonl'),
  );
  const shared = readFileSync(join(SHARED, 'problems.jsonl'), 'utf8').trim().split('\n').map(rowIn);
  const withCodes = shared.map((row) => {
    const accepted = programs.filter(
      ({ problem_id, native_reward }) => problem_id === row.get('id') && native_reward === 1,
    );
    return { row, codes: distinctPrograms(accepted.map(({ code }) => code)).slice(0, 2) };
  });
  return [...bundled, ...withCodes].filter(({ row }) => stringifyLossless(row).length < MOST_CHARACTERS);
}

function rowIn(line: string): LosslessObject {
  const parsed = parseLossless(line);
  if (!parsed.ok || !isLosslessObject(parsed.value)) throw new Error(`no row: ${line.slice(0, 80)}`);
  return parsed.value;
}

function testsOf({ row }: Base): readonly LosslessObject[] {
  return row.get('tests') as readonly LosslessObject[];
}

/** Returns the problem with other tests, of which the statement shows none. */
function withTests(
  { row, codes }: Base,
  tests: readonly LosslessValue[],
  fields: Readonly<Record<string, LosslessValue>> = {},
): Base {
  const changed = Object.entries({ ...fields, tests, public_tests: { numeral: '0' } });
  return { row: new Map<string, LosslessValue>([...row, ...changed]), codes };
}

function wordIn(row: LosslessObject, field: string): string {
  const value = row.get(field);
  return typeof value === 'string' ? value : '';
}

/** Field of a test as text, to compare it. */
function textOf(test: LosslessObject, field: 'input' | 'output'): string {
  return stringifyLossless(test.get(field) ?? null).trim();
}

/** What the engine of this machine makes of a set of words, and of time. */
interface Engine {
  readonly order: string;
  /** Number of turns of an empty loop in a reference second. */
  readonly turns: number;
}

/** Programs that measure the speed of the engine. */
const SPEED_RUNS = 9;
const WORDS = 'amber birch cedar daisy elder fern gorse hazel';

function engineOf(folder: string): Engine {
  const problem = { id: 'p', mode: 'stdin', prompt: '', tests: [{ input: '', output: '?' }] };
  const code = [
    'import time',
    'def turn(count):',
    '    while count: count -= 1',
    'turn(1_000_000)',
    'begun = time.perf_counter()',
    'turn(5_000_000)',
    'print(5_000_000 / (time.perf_counter() - begun))',
    `print(" ".join(set("${WORDS}".split())))`,
  ].join('\n');
  writeFileSync(join(folder, 'p.jsonl'), JSON.stringify(problem));
  const samples = Array.from({ length: SPEED_RUNS }, (_, at) => ({ problem_id: 'p', id: String(at), code }));
  writeFileSync(join(folder, 's.jsonl'), samples.map((sample) => JSON.stringify(sample)).join('\n'));
  allpass(['grade', '--problems', 'p.jsonl', '--samples', 's.jsonl', '--details', '-o', 'o.jsonl'], folder);
  type Row = VerdictRow & { first_failure: { got: string }; time_factor: number };
  const runs = readLinesOf<Row>(join(folder, 'o.jsonl')).map(({ first_failure, time_factor }) => {
    const [turns, order] = first_failure.got.trim().split('\n');
    return { order: order!, turns: Number(turns), factor: time_factor };
  });
  // The time factor follows the fastest run of its kernel, and other programs only slow a run down.
  const turns = Math.max(...runs.map((run) => run.turns));
  return { order: runs[0]!.order, turns: turns * Math.min(...runs.map(({ factor }) => factor)) };
}

/** Returns a program that runs statements before each answer, and answers wrongly where they set `_spoiled`. */
function spoiled({ row }: Base, code: string, statements: readonly string[]): string {
  if (row.get('mode') === 'stdin')
    return [...statements, 'if _spoiled:', '    print("spoiled")', code].join('\n');
  const name = wordIn(row, 'fn_name');
  return [
    code,
    `_owner = globals().get("Solution") if hasattr(globals().get("Solution"), "${name}") else None`,
    `_right = getattr(_owner, "${name}") if _owner else ${name}`,
    'def _answer(*arguments):',
    ...statements.map((statement) => `    ${statement}`),
    '    return "spoiled" if _spoiled else _right(*arguments)',
    'if _owner:',
    `    setattr(_owner, "${name}", _answer)`,
    'else:',
    `    globals()["${name}"] = _answer`,
    '',
  ].join('\n');
}

/** A limit, and the share of it that is needed: between half and all of it, by ratio. */
const TIGHT_SECONDS = '0.8';
const TIGHT_SHARE = 0.7;

interface Fault {
  readonly name: string;
  readonly check: TestCheck;
  /** Returns the problem with the fault; null if the fault does not fit. */
  readonly plant: (base: Base, engine: Engine, turn: number) => Base | null;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'wrong expected output',
    check: 'tests.expected_output',
    plant(base, _, turn) {
      const tests = testsOf(base);
      const at = turn % Math.max(1, tests.length);
      const other = tests.find((test) => textOf(test, 'output') !== textOf(tests[at]!, 'output'));
      if (base.codes.length < 2 || other === undefined) return null;
      const output = other.get('output')!;
      return withTests(
        base,
        tests.map((test, each) => (each === at ? new Map([...test, ['output', output]]) : test)),
      );
    },
  },
  {
    name: 'constant answer',
    check: 'semantic.floor_gap',
    plant(base) {
      const [first, ...rest] = testsOf(base);
      const same = rest.filter((test) => textOf(test, 'output') === textOf(first!, 'output'));
      return withTests(base, [first!, ...same]);
    },
  },
  {
    name: 'flaky',
    check: 'semantic.replayability',
    plant(base, { order }, turn) {
      const statements = [
        ['import random', '_spoiled = random.random() < 0.5'],
        ['import time', '_spoiled = int(time.time()) % 2 == 0'],
        [`_spoiled = " ".join(set("${WORDS}".split())) != "${order}"`],
        [`_spoiled = hash("${WORDS}") % 2 == 0`],
      ][turn % 4]!;
      return { row: base.row, codes: base.codes.map((code) => spoiled(base, code, statements)) };
    },
  },
  {
    name: 'tight limit',
    check: 'tests.time_limit',
    plant(base, { turns }) {
      // Work, and not a time: a machine that slows down gives more time for it.
      const statements = [
        'def _turn(count):',
        '    while count: count -= 1',
        `_turn(${Math.round(TIGHT_SHARE * Number(TIGHT_SECONDS) * turns)})`,
        '_spoiled = False',
      ];
      const { row } = withTests(base, testsOf(base).slice(0, 2), {
        time_limit_s: { numeral: TIGHT_SECONDS },
      });
      return { row, codes: base.codes.map((code) => spoiled(base, code, statements)) };
    },
  },
  {
    name: 'copied test',
    check: 'tests.repetition',
    plant(base, _, turn) {
      const tests = testsOf(base);
      return withTests(base, [...tests, tests[turn % tests.length]!]);
    },
  },
];

/**
 * Whether a problem has none of the faults by itself, as far as its tests show. The problems of the source `edge` test
 * engines, and the input of one is its output.
 */
function isClean(base: Base): boolean {
  const [inputs, outputs] = (['input', 'output'] as const).map((field) =>
    testsOf(base).map((test) => textOf(test, field)),
  );
  const isDistinct = new Set(inputs).size === inputs!.length && new Set(outputs).size > 1;
  return base.codes.length > 0 && isDistinct && base.row.get('source') !== 'edge';
}

function strengthRows(
  folder: string,
  problems: readonly (Base & { readonly id: string })[],
  options: readonly string[],
): readonly CertificateRow[] {
  const rows = problems.map(({ id, row }) => stringifyLossless(new Map([...row, ['id', id]])));
  const samples = problems.flatMap(({ id, codes }) =>
    codes.map((code, at) => JSON.stringify({ problem_id: id, id: String(at), code })),
  );
  writeFileSync(join(folder, 'problems.jsonl'), rows.join('\n'));
  writeFileSync(join(folder, 'solutions.jsonl'), samples.join('\n'));
  const all = ['--mutants', '0', '--no-graders', '--fresh', '-q', '-o', 'report.jsonl', ...options];
  const end = allpass(['strength', 'problems.jsonl', ...all], folder);
  if (end.code !== 0 && end.code !== 1) throw new Error(end.stderr);
  return readLinesOf<CertificateRow>(join(folder, 'report.jsonl'));
}

/** Takes some minutes. Writes a line for each fault that is missed, and for each finding on a problem without one. */
export function faultFigures(count = 200): Figures {
  const clean = bases().filter(isClean);
  return inTemporaryFolder((folder) => {
    const engine = engineOf(folder);
    const free = new Set(clean);
    const plain: (Base & { readonly id: string })[] = [];
    const planted = FAULTS.flatMap((fault) => {
      const fitting = [...free].flatMap((own, turn) => {
        const base = fault.plant(own, engine, turn);
        return base === null ? [] : [{ own, base }];
      });
      const step = Math.max(1, (fitting.length * FAULTS.length) / count);
      const chosen = fitting.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
      return chosen.map(({ own, base }, at) => {
        free.delete(own);
        plain.push({ ...withTests(own, testsOf(own)), id: `clean ${plain.length}` });
        return { ...base, fault, id: `${fault.name} ${at}` };
      });
    });
    const rows = strengthRows(folder, [...planted, ...plain], ['--solutions', 'solutions.jsonl']);
    const byId = new Map(rows.map((row) => [row.problem_id, row]));
    const problemText = (base: Base, id: string) =>
      `${id}, ${wordIn(base.row, 'id')}: ${JSON.stringify(byId.get(id)!.findings)}`;
    const missed = planted.filter(
      ({ id, fault }) => !byId.get(id)!.findings.some(({ check }) => check === fault.check),
    );
    const checks = new Set(['tests.contradiction', ...FAULTS.map(({ check }) => check)]);
    const alarms = plain.filter(({ id }) => byId.get(id)!.findings.some(({ check }) => checks.has(check)));
    for (const base of missed) console.error(`missed: ${problemText(base, base.id)}`);
    for (const base of alarms) console.error(`alarm: ${problemText(base, base.id)}`);
    return {
      planted_faults: planted.length,
      planted_faults_share: rounded(1 - missed.length / planted.length, 4),
      planted_faults_missed: missed.map(({ id }) => id),
      problems_without_fault: plain.length,
      false_alarm_share: rounded(alarms.length / plain.length, 4),
    };
  });
}

/** Takes some minutes. The problems repeat, and each is read and judged as if it were another one. */
export function floorFigures(count: number): Figures {
  const all = bases();
  const problems = Array.from({ length: count }, (_, at) => ({ ...all[at % all.length]!, id: `p${at}` }));
  return inTemporaryFolder((folder) => {
    const begun = performance.now();
    const rows = strengthRows(folder, problems, ['--workers', '2']);
    return {
      floor_problems: rows.length,
      floor_s: rounded((performance.now() - begun) / 1000),
      floor_share: rounded(rows.filter(({ floor }) => floor.length > 0).length / rows.length, 3),
      floor_errors: rows.filter(({ error }) => error !== null).length,
    };
  });
}
