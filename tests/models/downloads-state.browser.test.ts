/** Downloads as the page sees them: real files, real locks, a real record of what has not ended. */
import { expect, test } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import type { GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import { type DownloadPhase, DownloadsState } from '../../src/common/models/state/downloads-state.svelte.ts';
import { chosenFiles } from '../../src/common/imports/files-in.ts';
import {
  GpuCatalogState,
  GpuImportState,
  GpuSettingsState,
} from '../../src/common/models/state/gpu-catalog.svelte.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { MemoryStore } from '../../src/storage/record-store.ts';
import { openTables } from '../../src/storage/tables.ts';
import { eachWithModel, files } from './gpu-files.ts';
import { control, obey, requests, serverUrl } from './model-server.ts';

const records = openTables(() => undefined).downloads;
let model: GpuModel;
let catalog: GpuCatalogState;

const models = () => [model, ...catalog.ownModels];

/** Another visit, or another tab, to the same storage. */
function open(): DownloadsState {
  return new DownloadsState({ gpu: files, cpu: new GgufStore() }, models, records);
}

function until<Kind extends DownloadPhase['kind']>(state: DownloadsState, kind: Kind) {
  return eventually(() => {
    const phase = state.phaseOf(model);
    if (phase.kind !== kind) throw new Error(`it is ${JSON.stringify(phase)}`);
    return phase as Extract<DownloadPhase, { kind: Kind }>;
  });
}

const shardRequests = () => requests(new RegExp(`/${model.id}/.*params_shard`));

eachWithModel('state', (fresh) => {
  model = fresh;
  catalog = new GpuCatalogState(new GpuSettingsState(new MemoryStore()));
});

test('downloads with a rate, pauses, shows itself after a reload, and goes on', async () => {
  const first = open();
  await first.load();
  expect(first.phaseOf(model)).toEqual({ kind: 'absent' });
  await control({ path: 'params_shard_3', bytesPerSecond: 40_000 });
  const run = first.start(model);
  expect(first.start(model)).toBe(run);
  const going = await eventually(async () => {
    const phase = await until(first, 'downloading');
    expect(phase.etaSeconds).toBeGreaterThan(0);
    return phase;
  });
  expect(going.bytesPerSecond).toBeGreaterThan(10_000);
  expect(going.totalBytes).toBeGreaterThan(going.doneBytes);
  expect(first.missingBytes(model)).toBeLessThan(100_000);
  await first.pause(model);
  const paused = await until(first, 'paused');
  expect(paused.doneBytes).toBeGreaterThan(190_000);

  const second = open();
  await second.load();
  expect(second.phaseOf(model)).toEqual(paused);
  await obey();
  const before = (await shardRequests()).length;
  await second.start(model);
  const { bytes } = await until(second, 'complete');
  expect(second.isComplete(model)).toBe(true);
  expect(await shardRequests()).toHaveLength(before + 1);
  expect(await records.read(model.id)).toBeUndefined();
  expect(second.inventoryOf('gpu')?.models).toEqual([{ model, bytes }]);
});

test('a download of which nothing has arrived is remembered, too', async () => {
  await control({ path: 'mlc-chat|tensor-cache', held: true });
  const first = open();
  void first.start(model);
  // It can be given up from the first moment, and its size is not that of the first two files.
  expect(first.phaseOf(model)).toMatchObject({ kind: 'downloading', totalBytes: null });
  await eventually(async () => expect(await records.read(model.id)).toBeDefined());
  await first.pause(model);
  const second = open();
  await second.load();
  expect(second.phaseOf(model)).toEqual({ kind: 'paused', doneBytes: 0, totalBytes: null });
  await second.cancel(model);
  expect(second.phaseOf(model)).toEqual({ kind: 'absent' });
});

test('two tabs do not download the same model', async () => {
  await control({ path: 'params_shard_3', held: true });
  const [here, there] = [open(), open()];
  const run = here.start(model);
  await eventually(async () => expect((await until(here, 'downloading')).totalBytes).not.toBeNull());
  await there.load();
  expect(there.phaseOf(model)).toEqual({ kind: 'other-tab' });
  await there.start(model);
  expect(there.phaseOf(model)).toEqual({ kind: 'other-tab' });
  await obey();
  await run;
  await until(there, 'complete');
  expect(await shardRequests()).toHaveLength(4);
});

test('cancelling closes the connections at once and leaves nothing', async () => {
  await control({ path: 'params_shard_3', bytesPerSecond: 5000 });
  const state = open();
  void state.start(model);
  await eventually(async () => expect(await shardRequests()).toHaveLength(4));
  await state.cancel(model);
  expect(state.phaseOf(model)).toEqual({ kind: 'absent' });
  expect(await records.read(model.id)).toBeUndefined();
  expect(state.inventoryOf('gpu')).toMatchObject({ models: [], orphans: [], totalBytes: 0 });
  await eventually(async () => {
    const last = (await shardRequests()).find(({ path }) => path.endsWith('shard_3.bin'));
    expect(last).toMatchObject({ status: 200, complete: false });
  });
});

test('giving up a repair deletes nothing', async () => {
  const state = open();
  await state.start(model);
  const { bytes } = await until(state, 'complete');
  void state.repair(model);
  await state.cancel(model);
  expect(await until(state, 'complete')).toMatchObject({ bytes });
});

test('a failure is shown, and starting again or repairing goes on from there', async () => {
  await control({ path: 'params_shard_3', status: 404 });
  const state = open();
  await state.start(model);
  expect((await until(state, 'failed')).failure).toMatchObject({ layer: 'download' });
  await obey();
  await state.start(model);
  await until(state, 'complete');
  const cache = await caches.open('webllm/model');
  const shard = `${model.modelUrl}/resolve/main/params_shard_1.bin`;
  await cache.put(shard, new Response('cut', { headers: { 'x-allpass-bytes': '98304' } }));
  await state.repair(model);
  await until(state, 'complete');
  expect((await (await cache.match(shard))?.blob())?.size).toBe(98_304);
  await cache.put(shard, new Response('cut'));
  await state.refresh(model);
  expect(await until(state, 'broken')).toMatchObject({ files: [{ name: 'params_shard_1.bin' }] });
});

test('a folder becomes a model of the list', async () => {
  const names = ['mlc-chat-config.json', 'tensor-cache.json', 'tokenizer.json', 'lib.wasm'];
  const shards = [0, 1, 2, 3].map((index) => `params_shard_${index}.bin`);
  const folder = await Promise.all(
    [...names, ...shards].map(async (name) => {
      const at = name.endsWith('.wasm') ? 'libraries/x.wasm' : `models/x/resolve/main/${name}`;
      const file = new File([await (await fetch(`${serverUrl}/${at}`)).arrayBuffer()], name);
      Object.defineProperty(file, 'webkitRelativePath', { value: `mine/${name}` });
      return file;
    }),
  );
  const state = open();
  const imports = new GpuImportState(files, state, catalog);
  await imports.run(chosenFiles(folder));
  expect(imports.progress).toBeNull();
  expect(imports.last).toMatchObject({ refusals: [], aborted: false });
  expect(catalog.ownModels.map(({ id }) => id)).toEqual(['mine']);
  expect(catalog.ownModels.map((own) => state.isComplete(own))).toEqual([true]);
  expect(state.inventoryOf('gpu')?.models.map((row) => row.model.id)).toEqual(['mine']);
});
