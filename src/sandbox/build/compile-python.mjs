/**
 * The thread that compiles Python's standard library while the page's own modules are built. Its data is
 * `{ folder, source, script }`: the folder of Pyodide, the archive, and the Python code that compiles it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { loadPyodide } from 'pyodide';

const pyodide = await loadPyodide({ indexURL: workerData.folder });
pyodide.FS.writeFile('/stdlib.zip', workerData.source);
pyodide.runPython(workerData.script);
parentPort?.postMessage(pyodide.FS.readFile('/bytecode.zip'));
