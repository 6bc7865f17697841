/**
 * The Python worker: one classic script, started from a blob inside the sandbox frame. It waits for its port and
 * assets, boots, and passes every message to the engine.
 */
import '../src/sandbox/engine/no-import-scripts.ts';
import type { Later } from '../src/sandbox/engine/batch-loop.ts';
import { loadPackages } from '../src/sandbox/engine/boot.ts';
import { Engine } from '../src/sandbox/engine/engine.ts';
import { MemoryLimits } from '../src/sandbox/engine/memory-limits.ts';
import { dataOf, now, posterTo } from '../src/sandbox/engine/primordials.ts';
import { cutGlobals } from '../src/sandbox/engine/worker-globals.ts';
import type {
  FrameToWorker,
  WorkerBoot,
  WorkerLibrary,
  WorkerToFrame,
} from '../src/sandbox/protocol/frame-worker.ts';
import { startInterpreter } from './interpreter.ts';

self.onmessage = ({ data }: MessageEvent<WorkerBoot>) => {
  const library = new Promise<ArrayBuffer>((resolve) => {
    self.onmessage = (event: MessageEvent<WorkerLibrary>) => {
      self.onmessage = null;
      resolve(event.data.bytes);
    };
  });
  const post = posterTo<WorkerToFrame>(data.port);
  void start(data, library, post).catch((error: unknown) => {
    post({
      type: 'boot-failed',
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  });
};

async function start(
  boot: WorkerBoot,
  library: Promise<ArrayBuffer>,
  post: ReturnType<typeof posterTo<WorkerToFrame>>,
): Promise<void> {
  const bootStart = now();
  const limits = new MemoryLimits();
  const interpreter = await startInterpreter(boot, library, (reason) => post({ type: 'tainted', reason }));
  const { pyodide, guard, deadline } = interpreter;
  await loadPackages(pyodide, boot.packages);
  // A boot from a snapshot adds the working folder to the path a second time, so duplicates are removed.
  pyodide.runPython('import sys; sys.path[:] = dict.fromkeys(sys.path)');
  // Reports an error in the engine's own code, which would otherwise count as an error of the program.
  const reportErrors = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      post({
        type: 'broken',
        message: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
      });
    }
  };
  const engine = new Engine(interpreter, limits, guard, deadline, post, runLater(reportErrors));
  cutGlobals(self);
  boot.port.onmessage = (event) => reportErrors(() => engine.handle(dataOf(event) as FrameToWorker));
  post({ type: 'booted', python: pyodide.version, bootMilliseconds: now() - bootStart });
}

/** Runs tasks without a delay through a message port, because nested timers wait at least 4 ms. */
function runLater(run: (task: () => void) => void): Later {
  const { port1, port2 } = new MessageChannel();
  // Keeps a reference, because a submission may replace `setTimeout`.
  const startTimer = self.setTimeout.bind(self);
  const waitingTasks: (() => void)[] = [];
  port1.onmessage = () => {
    const task = waitingTasks.shift();
    if (task !== undefined) run(task);
  };
  const post = posterTo<null>(port2);
  return (task, milliseconds) => {
    if (milliseconds > 0) {
      startTimer(() => run(task), milliseconds);
      return;
    }
    waitingTasks.push(task);
    post(null);
  };
}
