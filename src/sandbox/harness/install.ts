/** Installs the harness in a new interpreter, as modules that become part of its memory snapshot. */
import type { Pyodide } from '../engine/pyodide-internals.ts';
import annotations from './annotations.py?raw';
import assertions from './assertions.py?raw';
import calibrate from './calibrate.py?raw';
import calls from './calls.py?raw';
import compiling from './compiling.py?raw';
import errors from './errors.py?raw';
import eventLoop from './event_loop.py?raw';
import frames from './frames.py?raw';
import framing from './framing.py?raw';
import graders from './graders.py?raw';
import hashes from './hashes.py?raw';
import harness from './harness.py?raw';
import iterators from './iterators.py?raw';
import olderLibrary from './older_library.py?raw';
import platform from './platform.py?raw';
import preludes from './preludes.py?raw';
import rewards from './rewards.py?raw';
import shims from './shims.py?raw';
import threads from './threads.py?raw';
import values from './values.py?raw';
import warm from './warm.py?raw';
import wide from './wide.py?raw';

const MODULES = [
  ['allpass_errors', errors],
  ['allpass_warm', warm],
  ['allpass_shims', shims],
  ['allpass_threads', threads],
  ['allpass_event_loop', eventLoop],
  ['allpass_values', values],
  ['allpass_calibrate', calibrate],
  ['allpass_framing', framing],
  ['allpass_frames', frames],
  ['allpass_annotations', annotations],
  ['allpass_compiling', compiling],
  ['allpass_iterators', iterators],
  ['allpass_older_library', olderLibrary],
  ['allpass_hashes', hashes],
  ['allpass_platform', platform],
  ['allpass_wide', wide],
  ['allpass_preludes', preludes],
  ['allpass_harness', harness],
  ['allpass_graders', graders],
  ['allpass_rewards', rewards],
  ['allpass_calls', calls],
  ['allpass_assertions', assertions],
] as const;

export function installHarness(pyodide: Pyodide): void {
  for (const [name, source] of MODULES) {
    // A JSON string is also a valid Python string literal.
    const [nameText, sourceText] = [JSON.stringify(name), JSON.stringify(source)];
    pyodide.runPython(`
import sys, types
module = types.ModuleType(${nameText})
sys.modules[${nameText}] = module
exec(compile(${sourceText}, "<" + ${nameText} + ">", "exec"), module.__dict__)
del module`);
  }
  // Freezes the objects of the harness, so that later garbage collections only visit objects of the program.
  pyodide.runPython('import gc; gc.collect(); gc.freeze()');
}
