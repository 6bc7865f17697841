/**
 * Makes recursion through C code work as in Python 3.11 on a stack of 8 MB. The change has three parts:
 *
 * - **Levels.** Up to 3.11, a call of a C function, a comparison or a `repr` counts toward the recursion limit,
 *   like a Python function. 3.14 checks the free space of the C stack instead, but in a browser another stack
 *   overflows first. With this change, each function with this check adds a level while it runs, and raises the
 *   `RecursionError` of 3.11.
 * - **Stacks.** A worker in Chromium has 500 KB of stack, enough for 580 levels of recursion through `partial`;
 *   native Python reaches 15,000. So each of these functions counts its depth on the current stack. At a depth of
 *   LEVELS_PER_STACK, it continues through `allpass_resume` on a new stack, if the engine has offered more stacks
 *   (`deep-stack.ts`).
 * - **Freeing.** `_Py_Dealloc` frees up to 50 nested objects, and delays deeper ones until the outermost is freed
 *   (`_PyTrash_UNWIND_LEVEL` of 3.11). 3.14 delays them when the C stack is nearly full.
 *
 * Source of the rules: `_Py_EnterRecursiveCall` and `Py_TRASHCAN_BEGIN` of CPython 3.11.
 */
import {
  CALL,
  FUNCTION_TYPE,
  I32,
  operatorsOf,
  rewritten,
  SECTION,
  WasmParts,
  type Operator,
} from './wasm-parts.ts';
import { KIND, leb, onlyOne, signedLeb, text, vector } from './wasm-bytes.ts';
import { WasmTexts } from './wasm-text.ts';

/** Name of the exported function that runs a counted function. It takes the function's number and five arguments. */
export const RESUME = 'allpass_resume';
/**
 * Name of the exported function that raises the number of levels, to compensate for frames of the harness that native
 * Python lacks.
 */
export const ADD_LEVELS = 'allpass_add_levels';
const RESUME_PARAMETERS = 6;

/**
 * The words of memory that hold the counters. They are exported flags of the command line, which the interpreter
 * does not read after its start. They are zero between calls. `nextStack` is zero while the engine offers no other
 * stack.
 */
const WORDS = {
  /** Number of nested objects that are being freed. */
  freeing: 'Py_QuietFlag',
  /** Number of counted functions that are running on the current stack. */
  depth: 'Py_InteractiveFlag',
  /** Number of nested parts of a program that the compiler is processing. */
  compiling: 'Py_UnbufferedStdioFlag',
  /** Table slot of the function that continues on a new stack, or 0 if there is none. */
  nextStack: 'Py_NoSiteFlag',
} as const;

/** Maximum number of counted functions on one stack. A level takes at most 3 KB of a stack of about 1 MB. */
const LEVELS_PER_STACK = 160;
/** `_PyTrash_UNWIND_LEVEL` of CPython 3.11, Include/cpython/object.h. */
const UNWIND_LEVEL = 50;

/** Offsets in CPython's structures, in bytes. Source: Include/cpython/pystate.h and object.h of 3.14. */
const STATE = { remaining: 32, headroom: 40, deleteLater: 100, softLimit: 712 } as const;
const OBJECT_TYPE = 4;
const TYPE = { dealloc: 24, vectorcallOffset: 28, mapping: 56, flags: 84 } as const;
const MAPPING_SUBSCRIPT = 4;
const METHOD_OF_DESCRIPTOR = 20;
const FUNCTION_SELF = 12;
const HAS_VECTORCALL = 1 << 11;
const HAS_GC = 1 << 14;
/** Bytes from the function to the documentation in a `PyMethodDef`. */
const METHOD_BEFORE_TEXT = 8;

const FAULT = 'maximum recursion depth exceeded%s';
/** Message that the interpreter prints before it aborts. FAULT overwrites it. */
const ROOM = 'Unrecoverable stack overflow (used %d kB)%s';
const WHILE_CALLING = ' while calling a Python object';
const WHILE_ENCODING = ' while encoding a JSON object';
const DURING_COMPILATION = ' during compilation';
/** `COMPILER_STACK_FRAME_SCALE` of 3.11: the number of nested parts of a program that count as one level. */
const PARTS_PER_LEVEL = 3;
/** `MAXSTACK` of the parser: the maximum number of nested rules. */
const PARSER_LEVELS = 6000;
/** Help text of the command line, which a browser does not use. WHILE_ENCODING overwrites it. */
const MORE_ROOM = 'usage: %ls [option] ...';

/**
 * The checks that counted toward the recursion limit in 3.11: the message of each check, and the value that its
 * function returns for an error.
 */
const COUNTED: ReadonlyMap<string, number> = new Map([
  [WHILE_CALLING, 0],
  [' in comparison', 0],
  [' while getting the repr of an object', 0],
  [' while getting the str of an object', 0],
  [' while decoding a JSON object from a unicode string', 0],
  [' while pickling an object', -1],
  [' printing an object', -1],
  [' in __instancecheck__', -1],
  [' in __subclasscheck__', -1],
  [' in __issubclass__', -1],
  [' in exceptiongroup_split_recursive', -1],
  [' in collect_exception_group_leaf_ids', -1],
]);
/**
 * Methods that took a tuple of arguments in 3.11 and therefore counted. Each is identified by the first words of
 * its documentation.
 */
const TOOK_TUPLES = [
  'max(iterable, *[, default=obj, key=func])',
  'min(iterable, *[, default=obj, key=func])',
  'reduce($module, function, iterable',
];
/** Checks to skip, because their functions do not recurse or have arguments that are not 32-bit numbers. */
const NOT_RECURSIVE = [
  ' in _bisect.bisect_right',
  ' in _bisect.bisect_left',
  ' while calling a JavaScript object',
  ' in JsMethod_Construct',
];

const OP = {
  block: 0x02,
  if: 0x04,
  end: 0x0b,
  else: 0x05,
  branchTable: 0x0e,
  return: 0x0f,
  callIndirect: 0x11,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  load: 0x28,
  store: 0x36,
  constant: 0x41,
  eqz: 0x45,
  lessSigned: 0x48,
  greaterSigned: 0x4a,
  greaterOrEqualSigned: 0x4e,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  and: 0x71,
  or: 0x72,
  equal: 0x46,
  unreachable: 0x00,
} as const;
const VOID = 0x40;

/** WebAssembly code as nested pieces, which `body` joins. */
type Code = readonly (number | Code)[];
const get = (local: number): readonly number[] => [OP.get, ...leb(local)];
const set = (local: number): readonly number[] => [OP.set, ...leb(local)];
const number = (value: number): readonly number[] => [
  OP.constant,
  ...(value < 0 ? [value & 0x7f] : signedLeb(value)),
];
const load = (offset = 0): readonly number[] => [OP.load, 2, ...leb(offset)];
const store = (offset = 0): readonly number[] => [OP.store, 2, ...leb(offset)];
const call = (index: number): readonly number[] => [CALL, ...leb(index)];
/**
 * Encodes the code of a function.
 * @param locals number of local variables in addition to the parameters
 */
const body = (locals: number, ...code: Code[]): Buffer =>
  Buffer.from([
    ...(locals === 0 ? [0] : [1, ...leb(locals), I32]),
    ...((code as readonly unknown[]).flat(Infinity) as number[]),
    OP.end,
  ]);
const signature = (parameters: number, results: number): Buffer =>
  Buffer.from([
    FUNCTION_TYPE,
    ...leb(parameters),
    ...Array<number>(parameters).fill(I32),
    results,
    ...Array<number>(results).fill(I32),
  ]);

/** Returns code in which the given calls are replaced by calls of another function. */
function callingInstead(code: Buffer, calls: readonly Operator[], index: number): Buffer {
  const places = new Set(calls.map(({ at }) => at));
  return rewritten(code, ({ at }) => (places.has(at) ? call(index) : null));
}

/** A function of the interpreter that checks the free space of the C stack. */
interface RoomCheck {
  readonly index: number;
  /** Whether a call counts as a level, as a part of a level, or not at all, as in 3.11. */
  readonly counts: 'levels' | 'parts' | 'nothing';
  /** Address of its error message, or 0 if it has none. */
  readonly where: number;
  readonly failure: number;
}

/**
 * Makes recursion through C code work as in Python 3.11, by the three changes described above.
 * @param wasm Pyodide's interpreter, in which no earlier step has moved functions
 * @throws when the interpreter is not built as expected
 */
export function withCRecursion(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const texts = new WasmTexts(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const [fault, encoding] = [texts.find(`${ROOM}\0`), texts.find(MORE_ROOM)];
  bytes.write(`${FAULT}\0`, fault.offset, 'latin1');
  bytes.write(`${WHILE_ENCODING}\0`, encoding.offset, 'latin1');
  return new Changes(new WasmParts(wasm), texts, fault.address, encoding.address).written();
}

class Changes {
  readonly #parts: WasmParts;
  readonly #texts: WasmTexts;
  readonly #fault: number;
  readonly #encoding: number;
  readonly #bodies: Buffer[];
  readonly #functionTypes: number[];
  readonly #types: Buffer[];
  readonly #state: number;
  readonly #words: Readonly<Record<keyof typeof WORDS, number>>;

  constructor(parts: WasmParts, texts: WasmTexts, fault: number, encoding: number) {
    this.#parts = parts;
    this.#texts = texts;
    this.#fault = fault;
    this.#encoding = encoding;
    this.#bodies = [...parts.bodies];
    this.#functionTypes = [...parts.functionTypes];
    this.#types = [...parts.types];
    const [state] = this.#operators('Py_GetRecursionLimit');
    if (state?.code !== OP.constant)
      throw new Error('the interpreter has its state in no place that is expected');
    this.#state = state.index;
    this.#words = {
      freeing: parts.addressOf(WORDS.freeing),
      depth: parts.addressOf(WORDS.depth),
      compiling: parts.addressOf(WORDS.compiling),
      nextStack: parts.addressOf(WORDS.nextStack),
    };
  }

  written(): Uint8Array<ArrayBuffer> {
    const evaluate = this.#exportedIndex('_PyEval_EvalFrameDefault');
    const checks = [
      ...this.#roomChecks(),
      ...this.#parserRules(),
      { index: evaluate, counts: 'nothing', where: 0, failure: 0 } as const,
    ];
    const check = this.#append(this.#check(), signature(2, 1));
    this.#countCallsOfLoop(evaluate, check);
    this.#countMissingKeys(check);
    const originals = checks.map(({ index }) => this.#append(this.#bodyOf(index), this.#typeOf(index)));
    const resumeType = this.#typeIndex(signature(RESUME_PARAMETERS, 1));
    checks.forEach((each, at) => {
      const parameters = this.#parametersOf(each.index);
      this.#setBody(
        each.index,
        this.#counting({
          ...{ ...each, at, parameters, original: originals[at]!, check, resumeType },
          free: this.#isFree(each.index),
        }),
      );
    });
    const resume = this.#append(
      this.#resume(
        checks.map(({ index }, at) => ({ parameters: this.#parametersOf(index), original: originals[at]! })),
      ),
      signature(RESUME_PARAMETERS, 1),
    );
    const addLevels = this.#append(
      body(
        1,
        [number(this.#state), load(), set(1)],
        [get(1), get(1), load(STATE.remaining), get(0), OP.add, store(STATE.remaining)],
      ),
      signature(1, 0),
    );
    this.#setBody(this.#exportedIndex('_Py_Dealloc'), this.#dealloc());
    const exports = [
      ...this.#parts.exports.map(({ name, kind, index }) =>
        Buffer.from([...text(name), kind, ...leb(index)]),
      ),
      Buffer.from([...text(RESUME), KIND.function, ...leb(resume)]),
      Buffer.from([...text(ADD_LEVELS), KIND.function, ...leb(addLevels)]),
    ];
    return this.#parts.written({
      types: this.#types,
      functionTypes: this.#functionTypes,
      bodies: this.#bodies,
      [SECTION.export]: vector(exports),
    });
  }

  /** Finds the functions that check the free space of the C stack. */
  #roomChecks(): readonly RoomCheck[] {
    const asks = [
      this.#exportedIndex('_Py_CheckRecursiveCall'),
      this.#exportedIndex('Py_EnterRecursiveCall'),
    ];
    const calls = asks.map((index) => Buffer.from(call(index)));
    const skipped = new Set(NOT_RECURSIVE);
    const checks = new Map<number, RoomCheck>();
    this.#parts.bodies.forEach((code, at) => {
      const index = at + this.#parts.imports;
      if (asks.includes(index) || !calls.some((each) => code.includes(each))) return;
      let before: Operator | null = null;
      for (const operator of operatorsOf(code)) {
        if (operator.code === CALL && asks.includes(operator.index) && before?.code === OP.constant) {
          const where = this.#texts.at(before.index);
          const failure = COUNTED.get(where);
          if (skipped.has(where) || !this.#isPlain(index)) return;
          const counts =
            where === DURING_COMPILATION ? 'parts' : failure === undefined ? 'nothing' : 'levels';
          checks.set(index, { index, counts, where: before.index, failure: failure ?? 0 });
          return;
        }
        before = operator;
      }
    });
    const calling = this.#texts.find(`${WHILE_CALLING}\0`).address;
    for (const start of TOOK_TUPLES) {
      const index = this.#parts.inTable(
        this.#texts.word(this.#texts.referenceTo(start) - METHOD_BEFORE_TEXT),
      );
      checks.set(index, { index, counts: 'levels', where: calling, failure: 0 });
    }
    const encode = this.#jsonEncoder();
    checks.set(encode, { index: encode, counts: 'levels', where: this.#encoding, failure: -1 });
    return [...checks.values()];
  }

  /**
   * Finds the rules of the parser that close a cycle of rules. The parser has its own limit. Rules that close no
   * cycle are skipped, because they are numerous, small and called very often.
   */
  #parserRules(): readonly RoomCheck[] {
    const checkCode = Buffer.from(call(this.#exportedIndex('_Py_ReachedRecursionLimitWithMargin')));
    const limit = Buffer.from(number(PARSER_LEVELS));
    const rules = new Map<number, readonly number[]>();
    this.#parts.bodies.forEach((code, at) => {
      const index = at + this.#parts.imports;
      if (!code.includes(checkCode) || !code.includes(limit) || !this.#isPlain(index)) return;
      rules.set(
        index,
        operatorsOf(code).flatMap(({ code, index }) => (code === CALL ? [index] : [])),
      );
    });
    if (rules.size < 100)
      throw new Error(`the interpreter’s parser has ${rules.size} rules that ask for room`);
    const closing = new Set<number>();
    const done = new Set<number>();
    const follow = (rule: number, path: ReadonlySet<number>): void => {
      if (path.has(rule)) closing.add(rule);
      if (path.has(rule) || done.has(rule)) return;
      for (const next of rules.get(rule) ?? []) follow(next, new Set([...path, rule]));
      done.add(rule);
    };
    for (const rule of rules.keys()) follow(rule, new Set());
    return [...closing].map((index) => ({ index, counts: 'nothing', where: 0, failure: 0 }));
  }

  /** Finds `encoder_listencode_obj`, which has no check, by its message about circular references. */
  #jsonEncoder(): number {
    const { address } = this.#texts.find('Circular reference detected\0');
    const named = Buffer.from(number(address));
    const encoders = this.#parts.bodies.flatMap((code, at) =>
      code.includes(named) ? [at + this.#parts.imports] : [],
    );
    return onlyOne(encoders, () => 'the interpreter has no one JSON encoder');
  }

  /**
   * Makes calls of C functions with no argument or one argument count as levels. The interpreter's loop checks and
   * makes these calls itself.
   */
  #countCallsOfLoop(evaluate: number, check: number): void {
    const code = this.#bodyOf(evaluate);
    const inLoop = operatorsOf(code).filter((each) => each.code === CALL);
    // `cfunction_vectorcall_O` ends with a call of the same function, so that call identifies it.
    const asks = this.#asksWhileCalling();
    const calls = this.#parts.bodies
      .filter((each) => each.includes(asks))
      .map((each) => {
        const last = operatorsOf(each).findLast((operator) => operator.code === CALL);
        return inLoop.filter(({ index }) => index === last?.index);
      })
      .find(({ length }) => length === 3);
    if (calls === undefined)
      throw new Error('the interpreter’s loop does not call C functions in 3 places, as expected');
    const countedIndex = this.#countedCall(calls[0]!.index, check);
    this.#setBody(evaluate, callingInstead(code, calls, countedIndex));
  }

  /**
   * Makes the call of `__missing__` in `dict_subscript` (Objects/dictobject.c) count as a level. In 3.11 a subclass
   * of `dict` reached it through its method `__getitem__`, which counted. 3.14 calls it directly. This matters when
   * `__missing__` looks up another key.
   */
  #countMissingKeys(check: number): void {
    const mapping = this.#texts.word(this.#parts.addressOf('PyDict_Type') + TYPE.mapping);
    const subscript = this.#parts.inTable(this.#texts.word(mapping + MAPPING_SUBSCRIPT));
    const target = this.#exportedIndex('PyObject_CallOneArg');
    const code = this.#bodyOf(subscript);
    const calls = operatorsOf(code).filter((each) => each.code === CALL && each.index === target);
    if (calls.length !== 1) throw new Error('the interpreter does not ask for a missing key in one place');
    const method = number(this.#parts.addressOf('PyMethod_Type'));
    const isOther: Code = [get(0), load(OBJECT_TYPE), method, OP.equal, OP.eqz];
    this.#setBody(subscript, callingInstead(code, calls, this.#countedCall(target, check, isOther)));
  }

  /**
   * Adds a function that calls the target and counts as a level during the call.
   * @param free a condition on the arguments; calls that meet it do not count
   * @returns the index of the new function
   */
  #countedCall(target: number, check: number, free: Code = []): number {
    const parameters = this.#parametersOf(target);
    const where = this.#texts.find(`${WHILE_CALLING}\0`).address;
    const [state, result] = [parameters, parameters + 1];
    const argumentsCode = Array.from({ length: parameters }, (_, local) => get(local));
    return this.#append(
      body(
        2,
        free.length === 0 ? [] : [free, OP.if, VOID, argumentsCode, call(target), OP.return, OP.end],
        this.#count(state, result, where, 0, check),
        argumentsCode,
        call(target),
        set(result),
        this.#uncount(state),
        get(result),
      ),
      this.#typeOf(target),
    );
  }

  #asksWhileCalling(): Buffer {
    const { address } = this.#texts.find(`${WHILE_CALLING}\0`);
    return Buffer.from([...number(address), ...call(this.#exportedIndex('_Py_CheckRecursiveCall'))]);
  }

  /** Returns code that adds a level. At the limit, the code returns with an error. */
  #count(state: number, remaining: number, where: number, failure: number, check: number): Code {
    return [
      [number(this.#state), load(), set(state)],
      [get(state), get(state), load(STATE.remaining), number(1), OP.subtract, OP.tee, leb(remaining)],
      [store(STATE.remaining), get(remaining), number(0), OP.lessSigned, OP.if, VOID],
      [get(state), number(where), call(check), OP.if, VOID],
      this.#uncount(state),
      [number(failure), OP.return, OP.end, OP.end],
    ];
  }

  #uncount(state: number): Code {
    return [get(state), get(state), load(STATE.remaining), number(1), OP.add, store(STATE.remaining)];
  }

  /** Returns code that adds a part of a level. At the limit, the code returns with an error. */
  #countPart(state: number, where: number, check: number): Code {
    const { compiling } = this.#words;
    return [
      [number(this.#state), load(), set(state)],
      [number(compiling), number(compiling), load(), number(1), OP.add, store()],
      [number(compiling), load(), get(state), load(STATE.remaining), number(PARTS_PER_LEVEL)],
      [OP.multiply, OP.greaterSigned, OP.if, VOID],
      [get(state), number(where), call(check), OP.if, VOID],
      this.#uncountPart(),
      [number(0), OP.return, OP.end, OP.end],
    ];
  }

  #uncountPart(): Code {
    const { compiling } = this.#words;
    return [number(compiling), number(compiling), load(), number(1), OP.subtract, store()];
  }

  /** Returns the body of a function that adds a level and calls the original, on the current stack or on a new one. */
  #counting(of: {
    readonly at: number;
    readonly parameters: number;
    readonly original: number;
    readonly counts: RoomCheck['counts'];
    readonly where: number;
    readonly failure: number;
    readonly check: number;
    readonly resumeType: number;
    readonly free: Code;
  }): Buffer {
    const { parameters, where, counts, check, free } = of;
    const [depth, state, result] = [parameters, parameters + 1, parameters + 2];
    const { depth: depthAddress, nextStack } = this.#words;
    const argumentsCode = Array.from({ length: parameters }, (_, local) => get(local));
    const rest = Array.from({ length: RESUME_PARAMETERS - 1 - parameters }, () => number(0));
    const setDepth = (value: Code): Code => [number(depthAddress), value, store()];
    return body(
      3,
      free.length === 0 ? [] : [free, OP.if, VOID, argumentsCode, call(of.original), OP.return, OP.end],
      counts === 'levels' ? this.#count(state, depth, where, of.failure, check) : [],
      counts === 'parts' ? this.#countPart(state, where, check) : [],
      [number(depthAddress), load(), set(depth)],
      [get(depth), number(LEVELS_PER_STACK), OP.greaterOrEqualSigned, OP.if, I32],
      [number(nextStack), load(), OP.else, number(0), OP.end, OP.if, I32],
      setDepth(number(0)),
      [number(of.at), argumentsCode, rest, number(nextStack), load()],
      [OP.callIndirect, leb(of.resumeType), 0],
      [OP.else],
      setDepth([get(depth), number(1), OP.add]),
      [argumentsCode, call(of.original), OP.end],
      set(result),
      setDepth(get(depth)),
      counts === 'levels' ? this.#uncount(state) : counts === 'parts' ? this.#uncountPart() : [],
      get(result),
    );
  }

  /**
   * Returns a condition on the arguments that holds for the calls that 3.11 did not count, or no code if it counted
   * all.
   */
  #isFree(index: number): Code {
    if (index === this.#exportedIndex('PyObject_RichCompare')) {
      // Comparisons of numbers and strings are frequent and do not recurse.
      const types = ['PyLong_Type', 'PyUnicode_Type', 'PyFloat_Type'].map((type) =>
        this.#parts.addressOf(type),
      );
      return types.flatMap((address, at) => [
        [get(0), load(OBJECT_TYPE), number(address), OP.equal],
        ...(at === 0 ? [] : [OP.or]),
      ]);
    }
    const bytes = this.#bodyOf(index);
    const callsWithKeywords = Buffer.from([OP.callIndirect, ...leb(this.#typeIndex(signature(4, 1))), 0]);
    if (
      bytes.includes(this.#asksWhileCalling()) &&
      bytes.includes(callsWithKeywords) &&
      !bytes.includes(Buffer.from(load(METHOD_OF_DESCRIPTOR)))
    ) {
      // `cfunction_vectorcall_FASTCALL_KEYWORDS`: the loop of 3.11 called functions of modules directly, including
      // calls with keywords.
      return [
        get(0),
        load(FUNCTION_SELF),
        load(OBJECT_TYPE),
        number(this.#parts.addressOf('PyModule_Type')),
        OP.equal,
      ];
    }
    const [target] = this.#operators('PyCFunction_Call').filter(({ code }) => code === CALL);
    if (index !== target?.index) return [];
    // `_PyObject_Call` of an object with a vectorcall: checks the flag of its type, then the function.
    const type: Code = [get(1), load(OBJECT_TYPE)];
    return [
      [type, load(TYPE.flags), number(HAS_VECTORCALL), OP.and, OP.if, I32],
      [get(1), type, load(TYPE.vectorcallOffset), OP.add, load(), OP.else, number(0), OP.end],
    ];
  }

  /**
   * Returns the body of a function that raises the error of 3.11 and returns 1, or returns 0 while an earlier error is
   * being created.
   */
  #check(): Buffer {
    const stack = this.#parts.exportOf('__stack_pointer', KIND.global);
    const error = this.#parts.addressOf('PyExc_RecursionError');
    const headroom = (value: number): Code => [get(0), number(value), store(STATE.headroom)];
    return body(
      1,
      [get(0), load(STATE.headroom), OP.if, VOID, number(0), OP.return, OP.end],
      headroom(1),
      [OP.globalGet, leb(stack), number(16), OP.subtract, OP.tee, 2, OP.globalSet, leb(stack)],
      [get(2), get(1), store()],
      [get(0), number(error), load(), number(this.#fault), get(2)],
      [call(this.#exportedIndex('_PyErr_Format')), 0x1a],
      [get(2), number(16), OP.add, OP.globalSet, leb(stack)],
      headroom(0),
      number(1),
    );
  }

  /** Returns the body of the function RESUME, which calls one of the counted functions by its number. */
  #resume(functions: readonly { readonly parameters: number; readonly original: number }[]): Buffer {
    const cases = functions.map(({ parameters, original }) => [
      OP.end,
      Array.from({ length: parameters }, (_, local) => get(local + 1)),
      call(original),
      OP.return,
    ]);
    return body(
      0,
      functions.flatMap(() => [OP.block, VOID]),
      [get(0), OP.branchTable, leb(functions.length - 1)],
      functions.flatMap((_, at) => leb(at)),
      cases,
      [OP.unreachable],
    );
  }

  /** Returns the body of `_Py_Dealloc` that limits the number of nested objects instead of checking the C stack. */
  #dealloc(): Buffer {
    const known = this.#bodyOf(this.#exportedIndex('_Py_Dealloc'));
    for (const offset of [TYPE.dealloc, TYPE.flags, STATE.deleteLater, STATE.softLimit]) {
      if (!known.includes(Buffer.from(load(offset))))
        throw new Error('the interpreter frees objects in another way than expected');
    }
    const [depth, state] = [1, 2];
    const { freeing } = this.#words;
    const setFreeing = (value: Code): Code => [number(freeing), value, store()];
    const type: Code = [get(0), load(OBJECT_TYPE)];
    const currentState: Code = [number(this.#state), load()];
    return body(
      2,
      [number(freeing), load(), set(depth)],
      [get(depth), number(UNWIND_LEVEL), OP.greaterOrEqualSigned, OP.if, VOID],
      [type, load(TYPE.flags), number(HAS_GC), OP.and, OP.if, VOID],
      [currentState, get(0), call(this.#exportedIndex('_PyTrash_thread_deposit_object')), OP.return],
      [OP.end, OP.end],
      setFreeing([get(depth), number(1), OP.add]),
      [get(0), type, load(TYPE.dealloc), OP.callIndirect, leb(this.#typeIndex(signature(1, 0))), 0],
      setFreeing(get(depth)),
      [get(depth), OP.eqz, OP.if, VOID],
      [currentState, [OP.tee, state], load(STATE.deleteLater), OP.if, VOID],
      setFreeing(number(1)),
      [get(state), call(this.#exportedIndex('_PyTrash_thread_destroy_chain'))],
      setFreeing(number(0)),
      [OP.end, OP.end],
    );
  }

  /** Adds a function and returns its index. */
  #append(code: Buffer, type: Buffer): number {
    this.#bodies.push(code);
    this.#functionTypes.push(this.#typeIndex(type));
    return this.#parts.imports + this.#bodies.length - 1;
  }

  #typeIndex(type: Buffer): number {
    const index = this.#types.findIndex((each) => each.equals(type));
    return index === -1 ? this.#types.push(type) - 1 : index;
  }

  #typeOf(index: number): Buffer {
    return this.#parts.types[this.#parts.functionTypes[index - this.#parts.imports]!]!;
  }

  /** Whether a function takes at most RESUME_PARAMETERS - 1 numbers of 32 bits and returns one such number. */
  #isPlain(index: number): boolean {
    const parameters = this.#parametersOf(index);
    return parameters < RESUME_PARAMETERS && this.#typeOf(index).equals(signature(parameters, 1));
  }

  #parametersOf(index: number): number {
    return this.#typeOf(index)[1]!;
  }

  #setBody(index: number, code: Buffer): void {
    this.#bodies[index - this.#parts.imports] = code;
  }

  #bodyOf(index: number): Buffer {
    return this.#bodies[index - this.#parts.imports]!;
  }

  #exportedIndex(name: string): number {
    return this.#parts.exportOf(name, KIND.function);
  }

  #operators(name: string): readonly Operator[] {
    return this.#operatorsOf(this.#exportedIndex(name));
  }

  #operatorsOf(index: number): readonly Operator[] {
    return operatorsOf(this.#parts.bodies[index - this.#parts.imports]!);
  }
}
