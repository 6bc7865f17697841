/** The contract of every store for the samples of a run. Called once per implementation. */
import { describe, expect, it } from 'vitest';
import type { RunSampleKey } from '../../src/domain/run.ts';
import { Pipeline, type SampleStore } from '../../src/runs/pipeline/pipeline.ts';
import { answeredRow, runVerdict, type WorkLeft } from '../../src/runs/pipeline/run-rows.ts';
import { answerOf } from '../builders/answer.ts';
import { completionOf } from '../builders/completion.ts';
import { reportOf } from '../builders/report.ts';

export interface OpenedStore {
  readonly store: SampleStore;
  /** The work that remains, by everything that is stored. */
  readonly left: WorkLeft;
  /** Ends the visit. Everything that was stored stays. */
  readonly close: () => Promise<void>;
}

const nameOf = ({ id, sample }: RunSampleKey): string => `${id}${sample}`;
const answer = (key: RunSampleKey) =>
  answerOf('', {
    completion: completionOf(`answer ${nameOf(key)}`, { reasoning: 'hm', splitByServer: true }),
  });
const rowOf = (key: RunSampleKey) => answeredRow(key, answer(key), 1_000, 3_500);

/**
 * @param visits returns a function that opens a new run with two samples of each of the problems `a` and `b`; each call
 *   of that function is another visit of the same run
 */
export function sampleStoreContract(name: string, visits: () => () => Promise<OpenedStore>): void {
  describe(name, () => {
    it('has all samples to request at first, in the order of the requests', async () => {
      const { left, close } = await visits()();
      expect([left.toAsk.map(nameOf), left.toJudge]).toEqual([['a0', 'b0', 'a1', 'b1'], []]);
      await close();
    });

    it('returns a stored answer in a later visit, with its row', async () => {
      const open = visits();
      const first = await open();
      const [a0, b0] = first.left.toAsk as [RunSampleKey, RunSampleKey];
      await first.store.keep(rowOf(b0), answer(b0), null);
      await first.close();
      const { left, store, close } = await open();
      expect([left.toAsk.map(nameOf), left.toJudge.map(nameOf)]).toEqual([['a0', 'a1', 'b1'], ['b0']]);
      const { tokens, finishReason, answerHash, answeredAt, askedAt, failure, judged } = left.toJudge[0]!;
      const row = rowOf(b0);
      expect({ tokens, finishReason, answerHash, failure, judged }).toEqual({
        ...{ tokens: row.tokens, finishReason: row.finishReason, answerHash: row.answerHash },
        ...{ failure: null, judged: null },
      });
      expect(answeredAt - askedAt).toBe(2_500);
      const [stored, missing] = await store.stored([b0, a0]);
      expect(stored?.completion).toMatchObject({ text: 'answer b0', reasoning: 'hm' });
      expect(missing).toBeNull();
      await close();
    });

    it('has no work left for a sample with a verdict', async () => {
      const open = visits();
      const { left, store, close } = await open();
      const key = left.toAsk[1]!;
      await store.keep(rowOf(key), answer(key), null);
      const report = reportOf(['accepted'], { problemId: key.id });
      await store.keep({ ...rowOf(key), judged: runVerdict(report, 3_500, 4_000) }, answer(key), report);
      await close();
      const later = await open();
      expect([later.left.toAsk.map(nameOf), later.left.toJudge]).toEqual([['a0', 'a1', 'b1'], []]);
      await later.close();
    });

    it('lets a run that stopped anywhere resume without a repeated request or verdict', async () => {
      for (let steps = 0; steps <= 8; steps++) {
        const open = visits();
        const did: string[] = [];
        for (const most of [steps, Infinity]) {
          const { left, store, close } = await open();
          let kept = 0;
          const pipeline = new Pipeline(
            { ...left, concurrency: 1, judging: 1 },
            {
              stored: (keys) => store.stored(keys),
              async keep(row, given, report) {
                // The page is closed: nothing later is stored.
                if (kept >= most) return Promise.reject(new Error('closed'));
                kept += 1;
                await store.keep(row, given, report);
                did.push(`${nameOf(row)} ${report === null ? 'answered' : 'judged'}`);
              },
              answer: (key) => Promise.resolve(answer(key)),
              judge: (key) => Promise.resolve(reportOf(['accepted'], { problemId: key.id })),
              spent: () => null,
              now: () => 0,
            },
          );
          const end = await pipeline.run();
          expect(end.type).toBe(most < 8 ? 'halted' : 'done');
          await close();
        }
        expect(did.toSorted()).toEqual(
          ['a0', 'a1', 'b0', 'b1'].flatMap((each) => [`${each} answered`, `${each} judged`]),
        );
      }
    });
  });
}
