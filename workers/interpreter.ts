/**
 * Starts the interpreter. Every worker and the build, which makes the memory snapshot, start it in this same way.
 */
import createModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide } from 'pyodide';
import { bootPyodide, type Booted, type BootFiles } from '../src/sandbox/engine/boot.ts';
import { ImportGuard } from '../src/sandbox/engine/import-guard.ts';
import type { CreateModule, LoadPyodide } from '../src/sandbox/engine/pyodide-internals.ts';
import { SoftDeadline } from '../src/sandbox/engine/soft-deadline.ts';
import { installHarness } from '../src/sandbox/harness/install.ts';

/** Defined by the build. */
declare const PYODIDE_LOCK_INFO: object;

export interface Interpreter extends Booted {
  readonly guard: ImportGuard;
  readonly deadline: SoftDeadline;
}

/**
 * @param library as in `bootPyodide`
 * @param onTaint called when a submission reaches JavaScript
 * @param onFreshMemory receives the memory before any code has run in it; set only to make a snapshot
 * @throws as `bootPyodide` does
 */
export async function startInterpreter(
  boot: BootFiles,
  library: Promise<ArrayBuffer>,
  onTaint: (reason: string) => void,
  onFreshMemory: ((memory: Uint8Array<ArrayBuffer>) => void) | null = null,
): Promise<Interpreter> {
  const guard = new ImportGuard(onTaint);
  const deadline = new SoftDeadline();
  const bootedPyodide = await bootPyodide(boot, library, {
    lockInfo: PYODIDE_LOCK_INFO,
    makesSnapshot: onFreshMemory !== null,
    loadPyodide: loadPyodide as unknown as LoadPyodide,
    createModule: createModule as CreateModule,
    onImports: (imports) => {
      deadline.install(imports);
      guard.wrap(imports['env']!);
    },
    onFreshMemory: onFreshMemory ?? (() => undefined),
  });
  // A snapshot already contains the harness, because the build makes it right after this line.
  if (boot.snapshot === null) installHarness(bootedPyodide.pyodide);
  return { ...bootedPyodide, guard, deadline };
}
