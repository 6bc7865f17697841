/**
 * Prepares stored sets in the same way as `allpass prepare` does with files: equal problems and settings result
 * in equal bytes.
 */
import { stringifyLossless } from '../../base/lossless-json.ts';
import { taskYielder } from '../../base/pause.ts';
import type { Problem } from '../../domain/problem.ts';
import { rowOfProblem } from '../kept-row.ts';
import { factsOf, funnelReport, prepare, withHardestTests, type Facts } from '../prepare/prepare.ts';
import type {
  Counted,
  GivenSet,
  PreparedFiles,
  PrepareOrder,
  PreparePort,
} from '../prepare/prepare-order.ts';
import { TextPieces } from './text-pieces.ts';

export interface SetPreparerParts {
  /** Reads the problems under a set's key, in portions and in any order. */
  readonly readStored: (key: string) => AsyncIterable<readonly Problem[]>;
  /** Reads the problems with these ids, in this order. Ids that are not stored are left out. */
  readonly readChosen: (key: string, ids: readonly string[]) => AsyncIterable<readonly Problem[]>;
}

interface OpenSet {
  readonly set: GivenSet;
  readonly facts: ReadonlyMap<string, Facts>;
}

export class SetPreparer implements PreparePort {
  readonly #dependencies: SetPreparerParts;
  readonly #openSets = new Map<string, OpenSet>();

  constructor(dependencies: SetPreparerParts) {
    this.#dependencies = dependencies;
  }

  async open(set: GivenSet, progress: (problemCount: number) => void): Promise<void> {
    if (this.#openSets.has(set.key)) return;
    const facts = new Map<string, Facts>();
    const takeTurns = taskYielder();
    for await (const portion of this.#dependencies.readStored(set.key)) {
      for (const problem of portion) {
        facts.set(problem.id, factsOf(problem));
        await takeTurns();
      }
      progress(facts.size);
    }
    this.#openSets.set(set.key, { set, facts });
  }

  async count(order: PrepareOrder): Promise<Counted> {
    const { problems, repeated, missing } = this.#problemsOf(order.sets);
    const testSetFacts = order.against.flatMap((key) => [...this.#openSet(key).facts.values()]);
    const prepared = prepare(
      problems.map(({ facts }) => facts),
      testSetFacts,
      order,
    );
    return { prepared, repeated, missing };
  }

  async write(order: PrepareOrder, progress: (problemsWritten: number) => void): Promise<PreparedFiles> {
    const { prepared, repeated, missing } = await this.count(order);
    const { mostTests } = order;
    const [train, test] = [new TextPieces('application/jsonl'), new TextPieces('application/jsonl')];
    const [inTrain, inTest] = [new Set(prepared.train), new Set(prepared.test)];
    let [shortenedCount, writtenCount] = [0, 0];
    const { problems } = this.#problemsOf(order.sets);
    for (const key of order.sets) {
      const ids = problems
        .filter(({ setKey, facts: { id } }) => setKey === key && (inTrain.has(id) || inTest.has(id)))
        .map(({ facts }) => facts.id);
      for await (const portion of this.#dependencies.readChosen(key, ids)) {
        for (const problem of portion) {
          const row = rowOfProblem(problem);
          const outputRow = mostTests === null ? row : withHardestTests(row, problem, mostTests);
          if (outputRow !== row) shortenedCount += 1;
          (inTrain.has(problem.id) ? train : test).add(`${stringifyLossless(outputRow)}\n`);
        }
        writtenCount += portion.length;
        progress(writtenCount);
      }
    }
    if (writtenCount < inTrain.size + inTest.size)
      throw new Error('a set was removed or imported anew meanwhile: open this page again');
    const report = new TextPieces('application/json');
    const sets = order.sets.map((key) => {
      const { name, ids } = this.#openSet(key).set;
      return { set: name, problems: ids.length };
    });
    for (const line of funnelReport({ prepared, shortened: shortenedCount }, { sets, repeated, missing }))
      report.add(`${line}\n`);
    return {
      train: train.end(),
      test: inTest.size === 0 ? null : test.end(),
      report: report.end(),
      shortened: shortenedCount,
    };
  }

  /** Returns every stored problem once, in the order of the sets and of the problems in each set. */
  #problemsOf(keys: readonly string[]): {
    readonly problems: readonly { readonly setKey: string; readonly facts: Facts }[];
    readonly repeated: number;
    readonly missing: number;
  } {
    const problems: { readonly setKey: string; readonly facts: Facts }[] = [];
    const seenIds = new Set<string>();
    let [repeatedCount, missingCount] = [0, 0];
    for (const key of keys) {
      const { set, facts } = this.#openSet(key);
      for (const id of set.ids) {
        const problemFacts = facts.get(id);
        if (problemFacts === undefined) missingCount += 1;
        else if (seenIds.has(id)) repeatedCount += 1;
        else problems.push({ setKey: key, facts: problemFacts });
        seenIds.add(id);
      }
    }
    return { problems, repeated: repeatedCount, missing: missingCount };
  }

  #openSet(key: string): OpenSet {
    const preparedSet = this.#openSets.get(key);
    if (preparedSet === undefined) throw new RangeError('a set was asked for that is not open');
    return preparedSet;
  }
}
