import { deleteDB } from 'idb';
import { beforeEach } from 'vitest';
import { runOf } from '../../../../tests/builders/run.ts';
import { sampleStoreContract } from '../../../../tests/contracts/sample-store-contract.ts';
import { sampleName, samplesOfRun } from '../../../domain/run.ts';
import { workLeft } from '../../../runs/pipeline/run-rows.ts';
import { RunStore } from '../../../storage/run-store.ts';
import { sampleStore } from './run-work.ts';

beforeEach(() => deleteDB('allpass-runs'));

let runs = 0;
sampleStoreContract('IndexedDB', () => {
  const run = runOf({ id: `run ${runs++}` });
  const shortRun = { ...run, problems: run.problems.slice(0, 2) };
  return async () => {
    const store = new RunStore();
    const rows = new Map((await store.rows(shortRun.id)).map((row) => [sampleName(row), row]));
    return {
      store: sampleStore(store, shortRun),
      left: workLeft(samplesOfRun(shortRun), (key) => rows.get(sampleName(key))),
      close: async () => (await store.database()).close(),
    };
  };
});
