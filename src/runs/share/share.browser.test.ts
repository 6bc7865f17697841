import type { RunSample } from '../../domain/run.ts';
import { expect, it } from 'vitest';
import { answerOf } from '../../../tests/builders/answer.ts';
import { completionOf } from '../../../tests/builders/completion.ts';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf } from '../../../tests/builders/report.ts';
import { runOf, runRowOf } from '../../../tests/builders/run.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import type { Bytes } from '../../datasets/containers/source-file.ts';
import { checkReceipt, makeReceipt, receiptVerdict } from './receipt.ts';
import { readRunFile, writtenRun } from './run-file.ts';

const SAMPLES: readonly RunSample[] = Array.from({ length: 300 }, (_, sample) => ({
  row: runRowOf({ sample }),
  answer: answerOf(`${sample} `.repeat(2_000)),
  tests: null,
}));

async function packed(samples: AsyncIterable<RunSample>): Promise<Blob> {
  const pieces: Bytes[] = [];
  for await (const piece of writtenRun(runOf({ samples: SAMPLES.length }), samples)) pieces.push(piece);
  return new Blob(pieces);
}

async function* given(): AsyncGenerator<RunSample> {
  yield* SAMPLES;
}

async function read(bytes: ArrayBuffer) {
  const samples: RunSample[] = [];
  const outcome = await readRunFile(sourceFile('r.gz', new Uint8Array(bytes)), {
    run: () => Promise.resolve(),
    sample: (sample) => Promise.resolve(void samples.push(sample)),
  });
  return { outcome, samples };
}

it("a run goes through the browser's own streams and comes back, and half of one is refused", async () => {
  const wholeFile = await (await packed(given())).arrayBuffer();
  expect(await read(wholeFile)).toEqual({ outcome: { ok: true, samples: SAMPLES.length }, samples: SAMPLES });
  const { outcome } = await read(wholeFile.slice(0, wholeFile.byteLength / 2));
  expect(outcome.ok ? '' : outcome.fault).toBe(
    'r.gz is damaged or cut off, and cannot be unpacked to its end: export it again.',
  );
});

it('a file whose samples cannot be read fails, and one that is not wanted any more ends', async () => {
  async function* broken(): AsyncGenerator<RunSample> {
    yield* SAMPLES;
    await Promise.reject(new Error('the disk is gone'));
  }
  await expect(packed(broken())).rejects.toThrow('the disk is gone');
  const writing = writtenRun(runOf({ samples: SAMPLES.length }), given());
  await writing.next();
  expect(await writing.return(undefined)).toEqual({ done: true, value: undefined });
});

it('a receipt has the hashes that every other engine computes', async () => {
  const receipt = await makeReceipt({
    ...{ set: 'own', problem: problemOf(), engine: 'x', made: '' },
    submission: { kind: 'completion', completion: completionOf('half \ud83d') },
    judged: receiptVerdict(reportOf(['accepted'])),
  });
  // Hashes computed by Node's crypto module.
  expect([receipt.problem.sha256, receipt.problem.testsSha256, receipt.answer.sha256]).toEqual([
    '711ecc34f08fb773a480cb3c232fb7025cc5b98fe1b801c16bef34bc826e9488',
    'cec6ae4ca1deae2ac092d9a121268a28c3c19683c1871e1b9e697977dc141848',
    '95f12cf6dfe219e667ad5d46612863b39dbdd9b54d3c8ec0d065bddf6b1b5a4e',
  ]);
  expect((await checkReceipt(receipt)).differences).toEqual([]);
});
