import { describe, expect, test } from 'vitest';
import type { GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import type { FilesProgress } from '../../src/models/local-port.ts';
import type { ImportRefusal } from '../../src/models/web-llm/gpu-port.ts';
import { GpuFiles } from '../../src/models/web-llm/hosts/gpu-files.ts';
import {
  askedOf,
  download,
  eachWithModel,
  files,
  FILES,
  messageOf,
  never,
  SHARDS,
  stored,
} from './gpu-files.ts';
import { control, obey, serverUrl } from './model-server.ts';

let model: GpuModel;
eachWithModel('files', (fresh) => (model = fresh));

const asked = () => askedOf(model);
const messageIn = ([first]: readonly ImportRefusal[]) => first && first.failure.message;

describe('importFolder', () => {
  async function disk(folder: string, library: string | null, names = FILES) {
    const take = async (path: string, url: string) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      return { path, file: new File([bytes], path.slice(path.lastIndexOf('/') + 1)) };
    };
    const all = names.map((name) =>
      take(`${folder}/${name}`, `${serverUrl}/models/disk/resolve/main/${name}`),
    );
    if (library !== null) all.push(take(library, `${serverUrl}/libraries/disk.wasm`));
    return Promise.all(all);
  }

  test('a known model is filled without a request', async () => {
    const folder = await disk(`stick/${model.id}`, `stick/libs/${model.id}.wasm`);
    const progress: FilesProgress[] = [];
    const end = await files.importFolder(folder, [model], (step) => progress.push(step), never);
    expect(end).toEqual({ models: [model], refusals: [], aborted: false });
    expect(progress.at(-1)).toMatchObject({ doneFiles: 8, totalFiles: 8 });
    expect(await asked()).toEqual([]);
    expect(await download(model)).toBe('stored');
    expect(await asked()).toEqual([]);
  });

  test('a folder nobody knows becomes a model of its own, and only its folder can bring it back', async () => {
    const folder = await disk('My model/resolve/main', 'My model/my-model.wasm');
    const end = await files.importFolder(folder, [model], () => undefined, never);
    const mine = end.models[0];
    expect(mine).toMatchObject({ id: 'My model', isOwn: true, longestContext: 32_768 });
    if (mine === undefined) return;
    expect(await files.status(mine)).toMatchObject({ kind: 'complete' });
    await (await caches.open('webllm/model')).delete(`${mine.modelUrl}/resolve/main/${SHARDS[0]}`);
    expect(messageOf(await download(mine))).toMatch(
      /was imported from a folder, and params_shard_0\.bin of it is/,
    );
    const again = await files.importFolder(folder, [mine], () => undefined, never);
    expect(again.models).toEqual([mine]);
  });

  /** The sizes of a library of web-llm's list; the weights are a stand-in. */
  const coder = {
    model_type: 'qwen2',
    quantization: 'q4f16_1',
    tokenizer_files: ['tokenizer.json'],
    context_window_size: 32_768,
    model_config: {
      ...{ hidden_size: 1536, intermediate_size: 8960, num_hidden_layers: 28, num_attention_heads: 12 },
      ...{ num_key_value_heads: 2, head_dim: 128, vocab_size: 151_936, tie_word_embeddings: true },
      ...{ rope_theta: 1_000_000, rms_norm_eps: 1e-6, max_position_embeddings: 16_384 },
    },
  };
  const LIBRARY = 'Qwen2-1.5B-Instruct-q4f16_1_cs1k-webgpu.wasm';

  test("a folder without a library takes one of web-llm's list by its configuration", async () => {
    const folder = await disk('My coder', null);
    const at = folder.findIndex(({ path }) => path.endsWith('mlc-chat-config.json'));
    const path = 'My coder/mlc-chat-config.json';
    folder[at] = { path, file: new File([JSON.stringify(coder)], 'mlc-chat-config.json') };
    const { models, refusals } = await files.importFolder(folder, [], () => undefined, never);
    expect(refusals).toEqual([]);
    const mine = models[0]!;
    expect(mine.libraryUrl).toMatch(new RegExp(`^https://raw\\.githubusercontent\\.com/.*/${LIBRARY}$`));
    expect(await files.status(mine)).toMatchObject({ kind: 'partial', missing: [LIBRARY] });
    const mirror = { weights: null, libraries: `${serverUrl}/libraries/` };
    const mirrored = new GpuFiles({ mirror: () => mirror });
    expect(await mirrored.download(mine, {}, () => undefined, never)).toBe('stored');
    expect(await files.status(mine)).toMatchObject({ kind: 'complete' });
  });

  test("the address of weights is enough where a library of web-llm's list fits", async () => {
    const address = `${serverUrl}/models/disk`;
    const faultAt = async (url: string) => {
      const found = await files.findLibrary(url);
      return found.ok ? '' : found.fault;
    };
    expect(await faultAt(address)).toMatch(
      /^No library of web-llm's list fits: the closest is .*Compile one, and/,
    );
    await control({ path: 'mlc-chat-config', body: JSON.stringify(coder) });
    expect(await files.findLibrary(address)).toEqual({
      ok: true,
      url: expect.stringContaining(LIBRARY),
      hasHalfFloats: true,
      contextTokens: 16_384,
    });
    await obey();
    await control({ path: 'mlc-chat-config', status: 404 });
    expect(await faultAt(address)).toBe(
      `${address}/resolve/main/mlc-chat-config.json could not be read: the server answers with status 404.`,
    );
    expect(await faultAt('no address')).toMatch(/^The address of the weights could not be read/);
  });

  test('names every file that is missing or wrong, and keeps none', async () => {
    const folder = await disk('half', null, FILES.slice(0, -1));
    folder.push({
      path: 'half/params_shard_3.bin',
      file: new File(['version https://git-lfs.github.com/'], 'x'),
    });
    const short = folder.findIndex(({ path }) => path.endsWith('shard_1.bin'));
    folder[short] = { path: 'half/params_shard_1.bin', file: new File(['abc'], 'params_shard_1.bin') };
    const gone = folder.findIndex(({ path }) => path.endsWith('shard_2.bin'));
    folder.splice(gone, 1);
    const { models, refusals } = await files.importFolder(folder, [], () => undefined, never);
    expect(models).toEqual([]);
    expect(refusals[0]?.files.map(({ name, problem }) => ({ name, problem: problem.text }))).toEqual([
      {
        name: '',
        problem: expect.stringMatching(/^is missing, and no library of web-llm's list fits: the closest is /),
      },
      { name: 'params_shard_1.bin', problem: 'has 3 bytes of 98 kB' },
      { name: 'params_shard_2.bin', problem: 'is missing' },
      { name: 'params_shard_3.bin', problem: 'is a git-LFS pointer' },
    ]);
    expect(messageIn(refusals)).toMatch(/^half is not a whole model: the compiled library.* is missing, /);
    const none = await files.importFolder(
      [{ path: 'a/b.gguf', file: new File([], 'b.gguf') }],
      [],
      () => undefined,
      never,
    );
    expect(messageIn(none.refusals)).toMatch(/no mlc-chat-config\.json among the one file/);
    expect(await stored()).toEqual([]);
  });

  test('a disk that goes away, a stop and a full storage leave nothing', async () => {
    const folder = await disk(model.id, `${model.id}/${model.id}.wasm`);
    const bad = new File([new Uint8Array(96 * 1024)], 'params_shard_3.bin');
    Object.defineProperty(bad, 'stream', {
      value: () =>
        new ReadableStream({ pull: (c) => c.error(new DOMException('unplugged', 'NotReadableError')) }),
    });
    const unplugged = folder.map((entry) =>
      entry.path.endsWith('shard_3.bin') ? { ...entry, file: bad } : entry,
    );
    const end = await files.importFolder(unplugged, [model], () => undefined, never);
    expect(messageIn(end.refusals)).toBe('params_shard_3.bin could not be read from the disk: unplugged');
    expect(await stored()).toEqual([]);

    const stop = new AbortController();
    const stopped = await files.importFolder(
      folder,
      [model],
      ({ doneFiles }) => doneFiles > 2 && stop.abort(),
      stop.signal,
    );
    expect(stopped).toEqual({ models: [], refusals: [], aborted: true });
    expect(await stored()).toEqual([]);

    const small = new GpuFiles({ estimate: async () => ({ quota: 1000, usage: 0 }) });
    const full = await small.importFolder(folder, [model], () => undefined, never);
    expect(full.refusals[0]?.failure.layer).toBe('storage');
    expect(await stored()).toEqual([]);
  });
});
