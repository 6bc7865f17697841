/** The files of GPU models over a real server and the browser's real Cache Storage. */
import { CreateWebWorkerMLCEngine } from '@mlc-ai/web-llm';
import { describe, expect, test } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';
import type { GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import type { FilesProgress } from '../../src/models/local-port.ts';
import { GpuFiles } from '../../src/models/web-llm/hosts/gpu-files.ts';
import {
  askedOf,
  download,
  eachWithModel,
  files,
  FILES,
  messageOf,
  modelNamed,
  never,
  SHARDS,
  stored,
} from './gpu-files.ts';
import { describeLocalPort } from './local-port-contract.ts';
import { control, obey, requests, serverUrl } from './model-server.ts';

let model: GpuModel;
eachWithModel('files', (fresh) => (model = fresh));

const asked = (from = 0) => askedOf(model, from);

const urlOf = (name: string) =>
  name.endsWith('.wasm') ? model.libraryUrl : `${model.modelUrl}/resolve/main/${name}`;

async function whenAsked(name: string): Promise<void> {
  while (!(await asked()).includes(name)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('download', () => {
  test('the whole model, and then web-llm asks the server for nothing', async () => {
    expect(await files.status(model)).toMatchObject({ kind: 'absent', doneBytes: 0 });
    const progress: FilesProgress[] = [];
    expect(await download(model, {}, (step) => progress.push(step))).toBe('stored');
    expect((await asked()).sort()).toEqual([`${model.id}.wasm`, ...FILES].sort());
    const last = progress.at(-1);
    expect(last).toMatchObject({ doneFiles: 8, totalFiles: 8, doneBytes: last?.totalBytes });
    expect(last?.totalBytes).toBeGreaterThan(3 * 96 * 1024);
    expect(progress.some(({ fileName }) => fileName.startsWith('params_shard_'))).toBe(true);
    const status = await files.status(model);
    expect(status).toEqual({
      kind: 'complete',
      doneBytes: last?.totalBytes,
      totalBytes: last?.totalBytes,
      missing: [],
      broken: [],
    });

    await control({ path: '.', status: 500 });
    const before = (await requests(/./)).length;
    const worker = new Worker(new URL('stub-library.worker.ts', import.meta.url), { type: 'module' });
    const record = { model: model.modelUrl, model_id: model.id, model_lib: model.libraryUrl };
    const engine = await CreateWebWorkerMLCEngine(worker, model.id, { appConfig: { model_list: [record] } });
    const reply = await engine.chat.completions.create({ messages: [{ role: 'user', content: '[[4]]' }] });
    expect(reply.choices[0]?.message.content).toBe('π ≈ 3.14 🚀 数学');
    await engine.unload();
    worker.terminate();
    expect(await requests(/./)).toHaveLength(before);
  });

  test('stops at once and goes on with what is missing', async () => {
    await control({ path: 'params_shard_[23]', bytesPerSecond: 5000 });
    const stop = new AbortController();
    let done = 0;
    const running = download(model, { signal: stop.signal }, ({ doneFiles }) => (done = doneFiles));
    await whenAsked('params_shard_3.bin');
    await eventually(() => expect(done).toBe(6));
    stop.abort();
    expect(await running).toBe('aborted');
    const status = await files.status(model);
    expect(status).toMatchObject({ kind: 'partial', missing: ['params_shard_2.bin', 'params_shard_3.bin'] });
    const broken = (await requests(new RegExp(`/${model.id}/.*params_shard_[23]`))).filter(
      ({ complete }) => !complete,
    );
    expect(broken).toHaveLength(2);

    await obey();
    const count = (await asked()).length;
    const progress: FilesProgress[] = [];
    expect(await download(model, {}, (step) => progress.push(step))).toBe('stored');
    expect((await asked(count)).sort()).toEqual(['params_shard_2.bin', 'params_shard_3.bin']);
    expect(progress[0]?.doneBytes).toBe(status.doneBytes);
  });

  test('tries again after refusals, breaks and wrong sizes', async () => {
    await control({ path: 'params_shard_0', status: 503, times: 2 });
    await control({ path: 'params_shard_1', breakAfter: 5000, times: 1 });
    await control({ path: 'params_shard_2', truncateTo: 5000, times: 1 });
    expect(await download(model)).toBe('stored');
    const names = await asked();
    const times = (name: string) => names.filter((other) => other === name).length;
    expect(['params_shard_0.bin', 'params_shard_1.bin', 'params_shard_2.bin'].map(times)).toEqual([3, 2, 2]);
    // Nothing has to come again when every byte is counted.
    expect(await download(model, { thorough: true })).toBe('stored');
    expect(await asked()).toHaveLength(names.length);
  });

  test.each([
    [
      'params_shard_1.bin',
      { status: 404 },
      /has no params_shard_1\.bin: http.*params_shard_1\.bin answered with status 404/,
    ],
    [
      'mlc-chat-config.json',
      { status: 401 },
      /does not let this page have mlc-chat-config\.json.*status 401/,
    ],
    ['.wasm', { status: 429 }, /takes no more requests.*\.wasm answered with status 429/],
    ['tokenizer.json', { status: 500 }, /could not send tokenizer\.json.*status 500/],
    ['tensor-cache.json', { body: '<!doctype html><p>Sign in' }, /tensor-cache\.json from .* is a web page/],
    ['tokenizer.json', { truncateTo: 900 }, /tokenizer\.json from .* is cut off/],
    ['.wasm', { corrupt: true }, /\.wasm from .* is no WebAssembly module/],
    [
      'params_shard_2.bin',
      { body: 'version https://git-lfs.github.com/spec/v1\noid sha256:0' },
      /params_shard_2\.bin from .* is a git-LFS pointer/,
    ],
    ['params_shard_2.bin', { truncateTo: 100 }, /has 100 bytes where the model's manifest says 98 kB/],
    ['params_shard_2.bin', { breakAfter: 100 }, /broke while params_shard_2\.bin was coming/],
    ['params_shard_2.bin', { delayMs: 10_000 }, /sent nothing of params_shard_2\.bin for 2 s/],
  ])('%s with %o gets its own words', async (name, rule, expected) => {
    const hasty = new GpuFiles({ retryBaseMs: 1, idleMs: 2000 });
    const judged = 'delayMs' in rule ? hasty : files;
    await control({ path: name.replaceAll('.', '\\.') + '$', ...rule });
    const result = await judged.download(model, {}, () => undefined, never);
    expect(messageOf(result)).toMatch(expected);
    expect((await stored()).filter((key) => key.endsWith(name))).toEqual([]);
  });

  test('says that nobody answers', async () => {
    model = { ...model, modelUrl: 'http://127.0.0.1:9/models/x' };
    expect(messageOf(await download(model))).toMatch(
      /^No connection to 127\.0\.0\.1:9 for (mlc-chat-config|tensor-cache)\.json: it is down/,
    );
  });

  test('asks for room first', async () => {
    const small = new GpuFiles({ estimate: async () => ({ quota: 100_000, usage: 50_000 }) });
    const result = await small.download(model, {}, () => undefined, never);
    expect(messageOf(result)).toMatch(/needs 3\d\d kB more, and the browser has 50 kB left/);
    expect(await asked()).not.toContain('params_shard_0.bin');
  });

  test('says that the storage is full, which browsers may not say before', async () => {
    const { origin } = location;
    const trusting = new GpuFiles({ retryBaseMs: 1, estimate: async () => ({}) });
    await control({ path: 'params_shard_', held: true });
    let done = 0;
    const running = trusting.download(model, {}, ({ doneFiles }) => (done = doneFiles), never);
    // All but the shards. The browser's count of used bytes follows deletions late; a quota of 1 byte has no room in
    // any case.
    await eventually(() => expect(done).toBe(4));
    await cdp().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    try {
      await obey();
      expect(messageOf(await running)).toMatch(
        /storage for this page is full; params_shard_\d\.bin does not fit/,
      );
    } finally {
      await cdp().send('Storage.overrideQuotaForOrigin', { origin });
    }
    expect(await files.status(model)).toMatchObject({ kind: 'partial', broken: [] });
    expect(await download(model)).toBe('stored');
  });

  test('takes the bytes from a mirror and keeps them under the addresses they stand for', async () => {
    const name = model.id;
    model = {
      ...model,
      modelUrl: `https://huggingface.co/models/${name}`,
      libraryUrl: `https://raw.githubusercontent.com/libraries/${name}.wasm`,
    };
    const mirror = { weights: serverUrl, libraries: `${serverUrl}/` };
    const mirrored = new GpuFiles({ mirror: () => mirror });
    expect(await mirrored.download(model, {}, () => undefined, never)).toBe('stored');
    expect(await asked()).toHaveLength(8);
    expect(await stored()).toContain(
      `webllm/model https://huggingface.co/models/${name}/resolve/main/${SHARDS[0]}`,
    );
    // Without the mirror all is there as well.
    expect(await download(model)).toBe('stored');
    expect(await asked()).toHaveLength(8);
  });

  test('leaves a model alone that another tab works on', async () => {
    await control({ path: 'tensor-cache', held: true });
    const first = download(model);
    await whenAsked('tensor-cache.json');
    expect((await files.status(model)).kind).toBe('in-use');
    expect(await download(model)).toMatchObject({ layer: 'in-use' });
    expect(await files.remove(model, [])).toMatchObject({ layer: 'in-use' });
    await obey();
    await files.whenFree(model, never);
    expect(await first).toBe('stored');
    expect((await files.status(model)).kind).toBe('complete');
  });
});

describe('what is stored', () => {
  test('a cut shard is found and repaired alone', async () => {
    await download(model);
    // As web-llm itself would have stored it: without a note of its size.
    const cache = await caches.open('webllm/model');
    await cache.put(urlOf('params_shard_2.bin'), new Response(new Uint8Array(500)));
    expect(await files.status(model)).toMatchObject({
      kind: 'broken',
      missing: [],
      broken: [{ name: 'params_shard_2.bin', problem: { text: 'has 500 bytes of 98 kB' } }],
    });
    await cache.delete(urlOf('params_shard_3.bin'));
    await control({ path: 'params_shard_2', status: 404, times: 1 });
    const inTurn = new GpuFiles({ retryBaseMs: 5, concurrency: 1 });
    expect(messageOf(await inTurn.download(model, {}, () => undefined, never))).toMatch(
      /has no params_shard_2/,
    );
    // A broken file is deleted even if no better one arrives.
    expect(await files.status(model)).toMatchObject({
      kind: 'partial',
      missing: ['params_shard_2.bin', 'params_shard_3.bin'],
    });
    const count = (await asked()).length;
    expect(await download(model)).toBe('stored');
    expect((await asked(count)).sort()).toEqual(['params_shard_2.bin', 'params_shard_3.bin']);
  });

  test('bytes are counted where the note of a size lies', async () => {
    await download(model);
    const cache = await caches.open('webllm/model');
    const headers = { 'x-allpass-bytes': String(96 * 1024) };
    await cache.put(urlOf('params_shard_1.bin'), new Response(new Uint8Array(7), { headers }));
    expect(await files.status(model)).toMatchObject({ kind: 'complete' });
    const count = (await asked()).length;
    expect(await download(model, { thorough: true })).toBe('stored');
    expect(await asked(count)).toEqual(['params_shard_1.bin']);
  });

  test('lists and deletes models, sharing libraries, to the last key', async () => {
    const other = modelNamed(`${model.id}-b`, model.id);
    const known = [model, other, modelNamed('unknown')];
    await download(model);
    await download(other);
    await (await caches.open('webllm/model')).put('https://h.co/o/n/resolve/main/a', new Response('abc'));
    const listed = await files.list(known);
    expect(listed.models.map((row) => row.model.id)).toEqual([model.id, other.id]);
    expect(listed.orphans).toEqual([{ name: 'o/n', bytes: 3, urls: ['https://h.co/o/n/resolve/main/a'] }]);
    expect(listed.models[0]?.bytes).toBe((await files.status(model)).totalBytes);
    expect(listed.freeBytes).toBeGreaterThan(0);

    expect(await files.remove(model, known)).toBeNull();
    expect(await files.status(model)).toMatchObject({ kind: 'absent' });
    expect(await files.status(other)).toMatchObject({ kind: 'complete' });
    expect(await files.remove(other, known)).toBeNull();
    for (const orphan of listed.orphans) await files.removeOrphan(orphan);
    expect(await stored()).toEqual([]);
  });
});

let turn = 0;
describeLocalPort<GpuModel>('web-llm', {
  port: files,
  fresh: () => modelNamed(`contract-${Date.now()}-${turn++}`),
  slow: () => control({ path: 'params_shard_3', bytesPerSecond: 5000 }),
  missing: () => control({ path: 'mlc-chat-config', status: 404 }),
});
