/**
 * The Python worker's entry: one classic script, started from a blob inside the sandbox frame.
 * It waits for its port and assets, boots, and hands every message to the engine.
 */
import './no-import-scripts.ts';
import createModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide } from 'pyodide';
import { bootPyodide, loadPackages } from '../src/judge/engine/boot.ts';
import { Engine } from '../src/judge/engine/engine.ts';
import { ImportGuard } from '../src/judge/engine/import-guard.ts';
import { MemoryLimits } from '../src/judge/engine/memory-limits.ts';
import { dataOf, now, posterTo } from '../src/judge/engine/primordials.ts';
import type { CreateModule, LoadPyodide } from '../src/judge/engine/pyodide-internals.ts';
import { SoftDeadline } from '../src/judge/engine/soft-deadline.ts';
import { cutGlobals } from '../src/judge/engine/worker-globals.ts';
import type { FrameToWorker, WorkerBoot, WorkerToFrame } from '../src/judge/protocol/frame-worker.ts';
import { installHarness } from './harness/install.ts';

self.onmessage = ({ data }: MessageEvent<WorkerBoot>) => {
  self.onmessage = null;
  const post = posterTo<WorkerToFrame>(data.port);
  void start(data, post).catch((error: unknown) => {
    post({
      type: 'boot-failed',
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  });
};

async function start(boot: WorkerBoot, post: ReturnType<typeof posterTo<WorkerToFrame>>): Promise<void> {
  const begun = now();
  const limits = new MemoryLimits();
  const guard = new ImportGuard((reason) => post({ type: 'tainted', reason }));
  const deadline = new SoftDeadline();
  const pyodide = await bootPyodide(boot, {
    loadPyodide: loadPyodide as unknown as LoadPyodide,
    createModule: createModule as CreateModule,
    onImports: (imports) => {
      deadline.install(imports);
      guard.wrap(imports['env']!);
    },
  });
  // A snapshot already holds the harness: it was made right after this line.
  if (boot.snapshot === null) installHarness(pyodide);
  if (boot.makeSnapshot) {
    const bytes = pyodide.makeMemorySnapshot().slice().buffer;
    post({ type: 'snapshot', bytes }, [bytes]);
  }
  await loadPackages(pyodide, boot.packages);
  // A boot from a snapshot puts the working folder on the path once more.
  pyodide.runPython('import sys; sys.path[:] = dict.fromkeys(sys.path)');
  const engine = new Engine(pyodide, limits, guard, deadline, post);
  const slowdown = engine.calibrate();
  cutGlobals(self);
  boot.port.onmessage = (event) => {
    try {
      engine.handle(dataOf(event) as FrameToWorker);
    } catch (error) {
      post({
        type: 'broken',
        message: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
      });
    }
  };
  post({ type: 'booted', python: pyodide.version, bootMilliseconds: now() - begun, slowdown });
}
