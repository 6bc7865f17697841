/**
 * Reduces the work of Emscripten's script in a boot, and delays the rest until a package is linked. The original
 * script names 4,866 exports one by one, a third of all code that a worker parses. It reads 14,000 functions to
 * find their table slots, and lists 8,560 symbols for side modules. This is a third of a boot, and most boots link
 * no package.
 *
 * Exports that are removed from the module (lean-exports.ts) are restored before the first side module is linked or
 * a symbol is looked up by name. Until the runtime is initialized, only functions of the host get slots, and these
 * functions were not in the table before.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { REST_SECTION, withLeanExports } from './lean-exports.ts';
import { pyodideFile } from './python-bytecode.ts';

export interface LeanEmscripten {
  /** The script that replaces pyodide.asm.mjs. */
  readonly script: string;
  /** The module that replaces pyodide.asm.wasm. Neither file works without the other. */
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** Files that use the module's exports: the engine's files and Pyodide's own loader. */
const USER_FILES = [
  'src/sandbox/engine/pyodide-internals.ts',
  'src/sandbox/engine/boot.ts',
  'node_modules/pyodide/pyodide.mjs',
];

/**
 * Reads Pyodide's script, and returns it and the module with the changes described above.
 * @param root the project's folder
 * @param wasm the interpreter after all other steps
 */
export async function leanEmscripten(root: string, wasm: Uint8Array<ArrayBuffer>): Promise<LeanEmscripten> {
  const [script, ...users] = await Promise.all(
    [pyodideFile('pyodide.asm.mjs'), ...USER_FILES.map((path) => join(root, path))].map((path) =>
      readFile(path, 'utf8'),
    ),
  );
  return withLeanBoot(script!, wasm, users.join('\n'));
}

/** A Vite plugin that replaces Pyodide's script. */
export function leanScript(script: Promise<string>): Plugin {
  return {
    name: 'lean-emscripten',
    transform: {
      order: 'pre',
      filter: { id: /pyodide\.asm\.mjs$/ },
      handler: async () => ({ code: await script, map: null }),
    },
  };
}

/**
 * Removes the exports that only packages use from the script and the module, and makes the script restore them on
 * demand.
 * @param users other code that uses the module's exports, by the names in the script or by quoted export names
 * @throws if the script is not the expected one
 */
export function withLeanBoot(script: string, wasm: Uint8Array<ArrayBuffer>, users: string): LeanEmscripten {
  const assignment = textBetween(script, 'function assignWasmExports(wasmExports){', '}var wasmImports={');
  const declaration = textBetween(script, 'var _set_method_docstring,', ';function assignWasmExports');
  const internalNames = new Set(
    JSON.parse(textBetween(script, 'var isInternalSym=symName=>', '.includes(symName)')) as string[],
  );
  const otherCode = script.replace(assignment, '').replace(declaration, '');
  const usedNames = new Set(`${otherCode}\n${users}`.match(NAME));
  const removedNames = new Set<string>();
  const keptNames = new Set(LOOKED_UP_NAMES);
  const statements = assignment.split(';').filter((statement) => {
    const variable = SIMPLE_ASSIGNMENT.exec(statement)?.[1];
    if (variable === undefined || usedNames.has(variable)) {
      for (const [, takenName] of statement.matchAll(TAKEN_EXPORT)) keptNames.add(takenName!);
      return true;
    }
    removedNames.add(variable);
    return false;
  });
  for (const [, quotedName, plainName] of otherCode.matchAll(TAKEN_NAME))
    keptNames.add((quotedName ?? plainName)!);
  for (const [, name] of users.matchAll(QUOTED_NAME)) keptNames.add(name!);
  const { wasm: leanWasm, tableLength } = withLeanExports(wasm, keptNames, internalNames);
  let text = script;
  const replaceText = (oldText: string, newText: string): void => {
    if (text.split(oldText).length !== 2) {
      throw new Error(
        `Pyodide’s script has “${oldText.slice(0, 60)}” ${text.split(oldText).length - 1} times, 1 expected`,
      );
    }
    text = text.replace(oldText, () => newText);
  };
  replaceText(assignment, statements.join(';'));
  replaceText(
    declaration,
    declaration
      .split(',')
      .filter((name) => !removedNames.has(name))
      .join(','),
  );
  for (const [oldText, newText] of REPLACEMENTS)
    replaceText(oldText, newText.replaceAll('TABLE_LENGTH', String(tableLength)));
  return { script: text, wasm: leanWasm };
}

const NAME = /[A-Za-z_$][\w$]*/g;
/** Matches the assignment of an export to a variable and a property of the same name. */
const SIMPLE_ASSIGNMENT = /^(_([\w$]+))=Module\["\1"\]=wasmExports\["\2"\](?:\.value>>>0)?$/;
const TAKEN_EXPORT = /wasmExports\["([\w$]+)"\]/g;
const TAKEN_NAME = /wasm(?:Exports|Imports)(?:\["([\w$]+)"\]|\.([\w$]+))/g;
const QUOTED_NAME = /'([\w$]+)'/g;
/** Symbols that `resolveGlobalSymbol` looks up even if there is no side module. */
const LOOKED_UP_NAMES = ['main', '__main_argc_argv'];

/** Pieces of Emscripten's script, each with its replacement. */
const REPLACEMENTS: readonly (readonly [now: string, then: string])[] = [
  // A JavaScript engine compiles a function in parentheses immediately. Other functions are parsed twice, the first
  // time only to find their end.
  [
    'async function _createPyodideModule(moduleArg={}){',
    'const _createPyodideModule=(async function(moduleArg={}){',
  ],
  [';return moduleRtn}export default', ';return moduleRtn});export default'],
  // The name of the time zone is the one of Linux machines that use UTC.
  ['return`UTC${sign}${hours}${minutes}`', 'return timezoneOffset?`UTC${sign}${hours}${minutes}`:"UTC"'],
  [
    'updateGOT(origExports);LDSO.init();',
    `restOfExports=()=>{var exports={...origExports};` +
      `var section=new TextDecoder().decode(WebAssembly.Module.customSections(module,"${REST_SECTION}")[0]);` +
      `var{functions,addresses}=JSON.parse(section);` +
      `for(var[name,slot]of functions){exports[name]=wasmTable.get(slot);Module["_"+name]??=exports[name]}` +
      `for(var[name,address]of addresses){exports[name]=new WebAssembly.Global({value:"i32"},address);Module["_"+name]??=address>>>0}` +
      `return exports};` +
      `if(wasmTable.length!==TABLE_LENGTH)throw new Error("the interpreter and its script are of two builds");` +
      `LDSO.init();`,
  ],
  [
    'var functionsInTableMap;var getFunctionAddress=func=>{if(!functionsInTableMap){functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)}return functionsInTableMap.get(func)||0};',
    `var functionsInTableMap=new WeakMap;var isTableMapped=false;` +
      `var getFunctionAddress=func=>{var address=functionsInTableMap.get(func);` +
      `if(!address&&runtimeInitialized&&!isTableMapped){isTableMapped=true;updateTableMap(0,TABLE_LENGTH);address=functionsInTableMap.get(func)}` +
      `return address||0};` +
      `var restOfExports;var linkRest=()=>{if(!restOfExports)return;var exports=restOfExports();restOfExports=null;` +
      `mergeLibSymbols(exports,"main");var length=wasmTable.length;updateGOT(exports);` +
      `if(wasmTable.length!==length)throw new Error("functions of the interpreter have no place in its table")};`,
  ],
  [
    'var loadWebAssemblyModule=(binary,flags,libName,localScope,handle)=>{',
    'var loadWebAssemblyModule=(binary,flags,libName,localScope,handle)=>{linkRest();',
  ],
  [
    'function __dlsym_js(handle,symbol,symbolIndex){',
    'function __dlsym_js(handle,symbol,symbolIndex){linkRest();',
  ],
  [
    'function __dlsym_catchup_js(handle,symbolIndex){',
    'function __dlsym_catchup_js(handle,symbolIndex){linkRest();',
  ],
];

/**
 * Returns the text between two markers.
 * @throws unless the markers occur exactly once
 */
function textBetween(text: string, startMarker: string, endMarker: string): string {
  const [, textAfter, ...furtherTexts] = text.split(startMarker);
  const at = textAfter?.indexOf(endMarker) ?? -1;
  if (textAfter === undefined || furtherTexts.length > 0 || at === -1)
    throw new Error(`Pyodide’s script has no “${startMarker}”`);
  return textAfter.slice(0, at);
}
