/** Prepares the files from which workers boot. This is the first work that the frame does. */
import { inflate, inflatedStream } from './gzip.ts';
import type { AssetsToFrame, EngineFile } from '../protocol/page-frame.ts';
import { Snapshot, type WorkerRecipe } from './worker-host.ts';

/**
 * Creates the recipe for workers from the files that the page sends. Each file is processed when it arrives.
 * @throws if one of the first three files cannot be used; an error of the library rejects `library` instead
 */
export async function recipeFrom(port: MessagePort): Promise<WorkerRecipe> {
  const assets = receiveAssets(port);
  const compiledModule = assets.wasm.then(({ file }) => compiledFile(file));
  const memory = assets.snapshot.then(async ({ file, hashSeed, kernelMilliseconds }) => ({
    // The snapshot is read and copied while the module is compiled.
    snapshot: new Snapshot(hashSeed === 0 ? await inflatedBytes(file) : null),
    hashSeed,
    kernelMilliseconds,
  }));
  const library = memory.then(async () => {
    // A boot from a snapshot needs the library last, so reading it must not delay the module.
    await compiledModule;
    return inflatedBytes((await assets.library).file);
  });
  // Prevents reports of unhandled rejections. Failures are reported below, or when a worker boots.
  for (const asset of [compiledModule, memory, library]) asset.catch(() => undefined);
  const script = URL.createObjectURL(await scriptOf((await assets.worker).file));
  // The first worker loads its script while the module is still loading.
  let firstWorker: Worker | null = new Worker(script);
  // Ignores an error of this worker. `startWorker` then starts a new worker, whose error is reported.
  firstWorker.onerror = (event) => {
    event.preventDefault();
    firstWorker = null;
  };
  const startWorker = (): Worker => {
    const bootWorker = firstWorker ?? new Worker(script);
    firstWorker = null;
    return bootWorker;
  };
  return { startWorker, library, module: await compiledModule, ...(await memory) };
}

async function inflatedBytes({ bytes, gzip }: EngineFile): Promise<ArrayBuffer> {
  return gzip ? inflate(bytes) : bytes.arrayBuffer();
}

async function scriptOf({ bytes, gzip }: EngineFile): Promise<Blob> {
  const type = 'text/javascript';
  return gzip ? new Blob([await inflate(bytes)], { type }) : bytes.slice(0, bytes.size, type);
}

function compiledFile({ bytes, gzip }: EngineFile): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(
    new Response(gzip ? inflatedStream(bytes) : bytes, { headers: { 'Content-Type': 'application/wasm' } }),
  );
}

type Asset<Type> = Extract<AssetsToFrame, { type: Type }>;
type Assets = { readonly [Type in AssetsToFrame['type']]: Promise<Asset<Type>> };

function receiveAssets(port: MessagePort): Assets {
  const takerByName = new Map<string, (asset: AssetsToFrame) => void>();
  const asset = <Type extends AssetsToFrame['type']>(type: Type): Promise<Asset<Type>> =>
    new Promise((resolve, reject) => {
      takerByName.set(type, resolve as (asset: AssetsToFrame) => void);
      port.addEventListener('messageerror', () =>
        reject(new Error('a file of Python could not be handed over')),
      );
    });
  port.onmessage = ({ data }: MessageEvent<AssetsToFrame>) => takerByName.get(data.type)?.(data);
  return {
    worker: asset('worker'),
    wasm: asset('wasm'),
    snapshot: asset('snapshot'),
    library: asset('library'),
  };
}
