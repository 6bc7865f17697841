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
import { CALL, I32, operatorsOf, rewrittenBody, signature, WasmParts, type Operator } from './wasm-parts.ts';
import { KIND, leb, onlyOne, signedLeb } from './wasm-bytes.ts';
import { WasmTexts } from './wasm-text.ts';

/** Name of the exported function that runs a counted function. It takes the function's number and five arguments. */
export const RESUME_EXPORT = 'allpass_resume';
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
const WORD_SYMBOLS = {
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

const FAULT_MESSAGE = 'maximum recursion depth exceeded%s';
/** Message that the interpreter prints before it aborts. FAULT_MESSAGE overwrites it. */
const OVERWRITTEN_MESSAGE = 'Unrecoverable stack overflow (used %d kB)%s';
const WHILE_CALLING = ' while calling a Python object';
const WHILE_ENCODING = ' while encoding a JSON object';
const DURING_COMPILATION = ' during compilation';
/** `COMPILER_STACK_FRAME_SCALE` of 3.11: the number of nested parts of a program that count as one level. */
const PARTS_PER_LEVEL = 3;
/** `MAXSTACK` of the parser: the maximum number of nested rules. */
const PARSER_LEVELS = 6000;
/** Help text of the command line, which a browser does not use. WHILE_ENCODING overwrites it. */
const OVERWRITTEN_HELP = 'usage: %ls [option] ...';

/**
 * The checks that counted toward the recursion limit in 3.11: the message of each check, and the value that its
 * function returns for an error.
 */
const FAILURE_VALUES: ReadonlyMap<string, number> = new Map([
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
const TUPLE_FUNCTIONS = [
  'max(iterable, *[, default=obj, key=func])',
  'min(iterable, *[, default=obj, key=func])',
  'reduce($module, function, iterable',
];
/** Checks to skip, because their functions do not recurse or have arguments that are not 32-bit numbers. */
const NOT_RECURSIVE_MESSAGES = [
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
const getLocal = (localIndex: number): readonly number[] => [OP.get, ...leb(localIndex)];
const setLocal = (localIndex: number): readonly number[] => [OP.set, ...leb(localIndex)];
const constantCode = (value: number): readonly number[] => [
  OP.constant,
  ...(value < 0 ? [value & 0x7f] : signedLeb(value)),
];
const loadCode = (offset = 0): readonly number[] => [OP.load, 2, ...leb(offset)];
const storeCode = (offset = 0): readonly number[] => [OP.store, 2, ...leb(offset)];
const callCode = (index: number): readonly number[] => [CALL, ...leb(index)];
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

/** Returns code in which the given calls are replaced by calls of another function. */
function callingInstead(code: Buffer, calls: readonly Operator[], index: number): Buffer {
  const callOffsets = new Set(calls.map(({ at }) => at));
  return rewrittenBody(code, ({ at }) => (callOffsets.has(at) ? callCode(index) : null));
}

/** A function of the interpreter that checks the free space of the C stack. */
interface RoomCheck {
  readonly index: number;
  /** Whether a call counts as a level, as a part of a level, or not at all, as in 3.11. */
  readonly countsAs: 'levels' | 'parts' | 'nothing';
  /** Address of its error message, or 0 if it has none. */
  readonly messageAddress: number;
  readonly failureValue: number;
}

/**
 * Makes recursion through C code work as in Python 3.11, by the three changes described above.
 * @param wasm Pyodide's interpreter, in which no earlier step has moved functions
 * @throws when the interpreter is not built as expected
 */
export function withCRecursion(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const texts = new WasmTexts(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const [fault, encoding] = [texts.find(`${OVERWRITTEN_MESSAGE}\0`), texts.find(OVERWRITTEN_HELP)];
  bytes.write(`${FAULT_MESSAGE}\0`, fault.offset, 'latin1');
  bytes.write(`${WHILE_ENCODING}\0`, encoding.offset, 'latin1');
  return new Changes(new WasmParts(wasm), texts, fault.address, encoding.address).moduleBytes();
}

class Changes {
  readonly #parts: WasmParts;
  readonly #texts: WasmTexts;
  readonly #formatAddress: number;
  readonly #encodingAddress: number;
  readonly #bodies: Buffer[];
  readonly #functionTypes: number[];
  readonly #types: Buffer[];
  readonly #stateAddress: number;
  readonly #addresses: Readonly<Record<keyof typeof WORD_SYMBOLS, number>>;

  constructor(parts: WasmParts, texts: WasmTexts, formatAddress: number, encodingAddress: number) {
    this.#parts = parts;
    this.#texts = texts;
    this.#formatAddress = formatAddress;
    this.#encodingAddress = encodingAddress;
    this.#bodies = [...parts.bodies];
    this.#functionTypes = [...parts.functionTypes];
    this.#types = [...parts.types];
    const [state] = this.#operators('Py_GetRecursionLimit');
    if (state?.code !== OP.constant)
      throw new Error('the interpreter has its state in no place that is expected');
    this.#stateAddress = state.index;
    this.#addresses = {
      freeing: parts.addressOf(WORD_SYMBOLS.freeing),
      depth: parts.addressOf(WORD_SYMBOLS.depth),
      compiling: parts.addressOf(WORD_SYMBOLS.compiling),
      nextStack: parts.addressOf(WORD_SYMBOLS.nextStack),
    };
  }

  moduleBytes(): Uint8Array<ArrayBuffer> {
    const evaluateIndex = this.#exportedIndex('_PyEval_EvalFrameDefault');
    const checks = [
      ...this.#roomChecks(),
      ...this.#parserRules(),
      { index: evaluateIndex, countsAs: 'nothing', messageAddress: 0, failureValue: 0 } as const,
    ];
    const checkIndex = this.#append(this.#check(), signature(2, 1));
    this.#countCallsOfLoop(evaluateIndex, checkIndex);
    this.#countMissingKeys(checkIndex);
    const originals = checks.map(({ index }) => this.#append(this.#bodyOf(index), this.#typeOf(index)));
    const resumeType = this.#typeIndex(signature(RESUME_PARAMETERS, 1));
    checks.forEach((roomCheck, at) => {
      const parameterCount = this.#parametersOf(roomCheck.index);
      this.#setBody(
        roomCheck.index,
        this.#countingBody({
          ...{ ...roomCheck, at, parameterCount, originalIndex: originals[at]!, checkIndex, resumeType },
          freeCondition: this.#isFree(roomCheck.index),
        }),
      );
    });
    const resumeIndex = this.#append(
      this.#resume(
        checks.map(({ index }, at) => ({
          parameterCount: this.#parametersOf(index),
          originalIndex: originals[at]!,
        })),
      ),
      signature(RESUME_PARAMETERS, 1),
    );
    const addLevels = this.#append(
      body(
        1,
        [constantCode(this.#stateAddress), loadCode(), setLocal(1)],
        [
          getLocal(1),
          getLocal(1),
          loadCode(STATE.remaining),
          getLocal(0),
          OP.add,
          storeCode(STATE.remaining),
        ],
      ),
      signature(1, 0),
    );
    this.#setBody(this.#exportedIndex('_Py_Dealloc'), this.#dealloc());
    return this.#parts.moduleWith({
      types: this.#types,
      functionTypes: this.#functionTypes,
      bodies: this.#bodies,
      exports: [
        ...this.#parts.exports,
        { name: RESUME_EXPORT, kind: KIND.function, index: resumeIndex },
        { name: ADD_LEVELS, kind: KIND.function, index: addLevels },
      ],
    });
  }

  /** Finds the functions that check the free space of the C stack. */
  #roomChecks(): readonly RoomCheck[] {
    const checkIndices = [
      this.#exportedIndex('_Py_CheckRecursiveCall'),
      this.#exportedIndex('Py_EnterRecursiveCall'),
    ];
    const calls = checkIndices.map((index) => Buffer.from(callCode(index)));
    const skippedMessages = new Set(NOT_RECURSIVE_MESSAGES);
    const checks = new Map<number, RoomCheck>();
    this.#parts.bodies.forEach((code, at) => {
      const index = at + this.#parts.imports;
      if (checkIndices.includes(index) || !calls.some((each) => code.includes(each))) return;
      let previousOperator: Operator | null = null;
      for (const operator of operatorsOf(code)) {
        if (
          operator.code === CALL &&
          checkIndices.includes(operator.index) &&
          previousOperator?.code === OP.constant
        ) {
          const message = this.#texts.at(previousOperator.index);
          const failureValue = FAILURE_VALUES.get(message);
          if (skippedMessages.has(message) || !this.#isPlain(index)) return;
          const countsAs =
            message === DURING_COMPILATION ? 'parts' : failureValue === undefined ? 'nothing' : 'levels';
          checks.set(index, {
            index,
            countsAs,
            messageAddress: previousOperator.index,
            failureValue: failureValue ?? 0,
          });
          return;
        }
        previousOperator = operator;
      }
    });
    const callingAddress = this.#texts.find(`${WHILE_CALLING}\0`).address;
    for (const start of TUPLE_FUNCTIONS) {
      const index = this.#parts.inTable(
        this.#texts.word(this.#texts.referenceTo(start) - METHOD_BEFORE_TEXT),
      );
      checks.set(index, { index, countsAs: 'levels', messageAddress: callingAddress, failureValue: 0 });
    }
    const encoderIndex = this.#jsonEncoder();
    checks.set(encoderIndex, {
      index: encoderIndex,
      countsAs: 'levels',
      messageAddress: this.#encodingAddress,
      failureValue: -1,
    });
    return [...checks.values()];
  }

  /**
   * Finds the rules of the parser that close a cycle of rules. The parser has its own limit. Rules that close no
   * cycle are skipped, because they are numerous, small and called very often.
   */
  #parserRules(): readonly RoomCheck[] {
    const checkCode = Buffer.from(callCode(this.#exportedIndex('_Py_ReachedRecursionLimitWithMargin')));
    const limit = Buffer.from(constantCode(PARSER_LEVELS));
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
    const closingRules = new Set<number>();
    const doneRules = new Set<number>();
    const followRule = (rule: number, path: ReadonlySet<number>): void => {
      if (path.has(rule)) closingRules.add(rule);
      if (path.has(rule) || doneRules.has(rule)) return;
      for (const next of rules.get(rule) ?? []) followRule(next, new Set([...path, rule]));
      doneRules.add(rule);
    };
    for (const rule of rules.keys()) followRule(rule, new Set());
    return [...closingRules].map((index) => ({
      index,
      countsAs: 'nothing',
      messageAddress: 0,
      failureValue: 0,
    }));
  }

  /** Finds `encoder_listencode_obj`, which has no check, by its message about circular references. */
  #jsonEncoder(): number {
    const { address } = this.#texts.find('Circular reference detected\0');
    const addressCode = Buffer.from(constantCode(address));
    const encoders = this.#parts.bodies.flatMap((code, at) =>
      code.includes(addressCode) ? [at + this.#parts.imports] : [],
    );
    return onlyOne(encoders, () => 'the interpreter has no one JSON encoder');
  }

  /**
   * Makes calls of C functions with no argument or one argument count as levels. The interpreter's loop checks and
   * makes these calls itself.
   */
  #countCallsOfLoop(evaluateIndex: number, checkIndex: number): void {
    const code = this.#bodyOf(evaluateIndex);
    const loopCalls = operatorsOf(code).filter((each) => each.code === CALL);
    // `cfunction_vectorcall_O` ends with a call of the same function, so that call identifies it.
    const askingCode = this.#asksWhileCalling();
    const calls = this.#parts.bodies
      .filter((askingBody) => askingBody.includes(askingCode))
      .map((askingBody) => {
        const last = operatorsOf(askingBody).findLast((operator) => operator.code === CALL);
        return loopCalls.filter(({ index }) => index === last?.index);
      })
      .find(({ length }) => length === 3);
    if (calls === undefined)
      throw new Error('the interpreter’s loop does not call C functions in 3 places, as expected');
    const countedIndex = this.#countedCall(calls[0]!.index, checkIndex);
    this.#setBody(evaluateIndex, callingInstead(code, calls, countedIndex));
  }

  /**
   * Makes the call of `__missing__` in `dict_subscript` (Objects/dictobject.c) count as a level. In 3.11 a subclass
   * of `dict` reached it through its method `__getitem__`, which counted. 3.14 calls it directly. This matters when
   * `__missing__` looks up another key.
   */
  #countMissingKeys(checkIndex: number): void {
    const mappingAddress = this.#texts.word(this.#parts.addressOf('PyDict_Type') + TYPE.mapping);
    const subscriptIndex = this.#parts.inTable(this.#texts.word(mappingAddress + MAPPING_SUBSCRIPT));
    const targetIndex = this.#exportedIndex('PyObject_CallOneArg');
    const code = this.#bodyOf(subscriptIndex);
    const calls = operatorsOf(code).filter((each) => each.code === CALL && each.index === targetIndex);
    if (calls.length !== 1) throw new Error('the interpreter does not ask for a missing key in one place');
    const methodType = constantCode(this.#parts.addressOf('PyMethod_Type'));
    const isOther: Code = [getLocal(0), loadCode(OBJECT_TYPE), methodType, OP.equal, OP.eqz];
    this.#setBody(
      subscriptIndex,
      callingInstead(code, calls, this.#countedCall(targetIndex, checkIndex, isOther)),
    );
  }

  /**
   * Adds a function that calls the target and counts as a level during the call.
   * @param freeCondition a condition on the arguments; calls that meet it do not count
   * @returns the index of the new function
   */
  #countedCall(targetIndex: number, checkIndex: number, freeCondition: Code = []): number {
    const parameterCount = this.#parametersOf(targetIndex);
    const messageAddress = this.#texts.find(`${WHILE_CALLING}\0`).address;
    const [state, result] = [parameterCount, parameterCount + 1];
    const argumentsCode = Array.from({ length: parameterCount }, (_, localIndex) => getLocal(localIndex));
    return this.#append(
      body(
        2,
        freeCondition.length === 0
          ? []
          : [freeCondition, OP.if, VOID, argumentsCode, callCode(targetIndex), OP.return, OP.end],
        this.#count(state, result, messageAddress, 0, checkIndex),
        argumentsCode,
        callCode(targetIndex),
        setLocal(result),
        this.#uncount(state),
        getLocal(result),
      ),
      this.#typeOf(targetIndex),
    );
  }

  #asksWhileCalling(): Buffer {
    const { address } = this.#texts.find(`${WHILE_CALLING}\0`);
    return Buffer.from([
      ...constantCode(address),
      ...callCode(this.#exportedIndex('_Py_CheckRecursiveCall')),
    ]);
  }

  /** Returns code that adds a level. At the limit, the code returns with an error. */
  #count(
    state: number,
    remainingLocal: number,
    messageAddress: number,
    failureValue: number,
    checkIndex: number,
  ): Code {
    return [
      [constantCode(this.#stateAddress), loadCode(), setLocal(state)],
      [
        getLocal(state),
        getLocal(state),
        loadCode(STATE.remaining),
        constantCode(1),
        OP.subtract,
        OP.tee,
        leb(remainingLocal),
      ],
      [storeCode(STATE.remaining), getLocal(remainingLocal), constantCode(0), OP.lessSigned, OP.if, VOID],
      [getLocal(state), constantCode(messageAddress), callCode(checkIndex), OP.if, VOID],
      this.#uncount(state),
      [constantCode(failureValue), OP.return, OP.end, OP.end],
    ];
  }

  #uncount(state: number): Code {
    return [
      getLocal(state),
      getLocal(state),
      loadCode(STATE.remaining),
      constantCode(1),
      OP.add,
      storeCode(STATE.remaining),
    ];
  }

  /** Returns code that adds a part of a level. At the limit, the code returns with an error. */
  #countPart(state: number, messageAddress: number, checkIndex: number): Code {
    const { compiling } = this.#addresses;
    return [
      [constantCode(this.#stateAddress), loadCode(), setLocal(state)],
      [constantCode(compiling), constantCode(compiling), loadCode(), constantCode(1), OP.add, storeCode()],
      [
        constantCode(compiling),
        loadCode(),
        getLocal(state),
        loadCode(STATE.remaining),
        constantCode(PARTS_PER_LEVEL),
      ],
      [OP.multiply, OP.greaterSigned, OP.if, VOID],
      [getLocal(state), constantCode(messageAddress), callCode(checkIndex), OP.if, VOID],
      this.#uncountPart(),
      [constantCode(0), OP.return, OP.end, OP.end],
    ];
  }

  #uncountPart(): Code {
    const { compiling } = this.#addresses;
    return [
      constantCode(compiling),
      constantCode(compiling),
      loadCode(),
      constantCode(1),
      OP.subtract,
      storeCode(),
    ];
  }

  /** Returns the body of a function that adds a level and calls the original, on the current stack or on a new one. */
  #countingBody(counted: {
    readonly at: number;
    readonly parameterCount: number;
    readonly originalIndex: number;
    readonly countsAs: RoomCheck['countsAs'];
    readonly messageAddress: number;
    readonly failureValue: number;
    readonly checkIndex: number;
    readonly resumeType: number;
    readonly freeCondition: Code;
  }): Buffer {
    const { parameterCount, messageAddress, countsAs, checkIndex, freeCondition } = counted;
    const [depth, state, result] = [parameterCount, parameterCount + 1, parameterCount + 2];
    const { depth: depthAddress, nextStack } = this.#addresses;
    const argumentsCode = Array.from({ length: parameterCount }, (_, localIndex) => getLocal(localIndex));
    const paddingCode = Array.from({ length: RESUME_PARAMETERS - 1 - parameterCount }, () => constantCode(0));
    const setDepth = (value: Code): Code => [constantCode(depthAddress), value, storeCode()];
    return body(
      3,
      freeCondition.length === 0
        ? []
        : [freeCondition, OP.if, VOID, argumentsCode, callCode(counted.originalIndex), OP.return, OP.end],
      countsAs === 'levels'
        ? this.#count(state, depth, messageAddress, counted.failureValue, checkIndex)
        : [],
      countsAs === 'parts' ? this.#countPart(state, messageAddress, checkIndex) : [],
      [constantCode(depthAddress), loadCode(), setLocal(depth)],
      [getLocal(depth), constantCode(LEVELS_PER_STACK), OP.greaterOrEqualSigned, OP.if, I32],
      [constantCode(nextStack), loadCode(), OP.else, constantCode(0), OP.end, OP.if, I32],
      setDepth(constantCode(0)),
      [constantCode(counted.at), argumentsCode, paddingCode, constantCode(nextStack), loadCode()],
      [OP.callIndirect, leb(counted.resumeType), 0],
      [OP.else],
      setDepth([getLocal(depth), constantCode(1), OP.add]),
      [argumentsCode, callCode(counted.originalIndex), OP.end],
      setLocal(result),
      setDepth(getLocal(depth)),
      countsAs === 'levels' ? this.#uncount(state) : countsAs === 'parts' ? this.#uncountPart() : [],
      getLocal(result),
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
        [getLocal(0), loadCode(OBJECT_TYPE), constantCode(address), OP.equal],
        ...(at === 0 ? [] : [OP.or]),
      ]);
    }
    const bytes = this.#bodyOf(index);
    const callsWithKeywords = Buffer.from([OP.callIndirect, ...leb(this.#typeIndex(signature(4, 1))), 0]);
    if (
      bytes.includes(this.#asksWhileCalling()) &&
      bytes.includes(callsWithKeywords) &&
      !bytes.includes(Buffer.from(loadCode(METHOD_OF_DESCRIPTOR)))
    ) {
      // `cfunction_vectorcall_FASTCALL_KEYWORDS`: the loop of 3.11 called functions of modules directly, including
      // calls with keywords.
      return [
        getLocal(0),
        loadCode(FUNCTION_SELF),
        loadCode(OBJECT_TYPE),
        constantCode(this.#parts.addressOf('PyModule_Type')),
        OP.equal,
      ];
    }
    const [target] = this.#operators('PyCFunction_Call').filter(({ code }) => code === CALL);
    if (index !== target?.index) return [];
    // `_PyObject_Call` of an object with a vectorcall: checks the flag of its type, then the function.
    const type: Code = [getLocal(1), loadCode(OBJECT_TYPE)];
    return [
      [type, loadCode(TYPE.flags), constantCode(HAS_VECTORCALL), OP.and, OP.if, I32],
      [
        getLocal(1),
        type,
        loadCode(TYPE.vectorcallOffset),
        OP.add,
        loadCode(),
        OP.else,
        constantCode(0),
        OP.end,
      ],
    ];
  }

  /**
   * Returns the body of a function that raises the error of 3.11 and returns 1, or returns 0 while an earlier error is
   * being created.
   */
  #check(): Buffer {
    const stack = this.#parts.exportOf('__stack_pointer', KIND.global);
    const error = this.#parts.addressOf('PyExc_RecursionError');
    const setHeadroom = (value: number): Code => [
      getLocal(0),
      constantCode(value),
      storeCode(STATE.headroom),
    ];
    return body(
      1,
      [getLocal(0), loadCode(STATE.headroom), OP.if, VOID, constantCode(0), OP.return, OP.end],
      setHeadroom(1),
      [OP.globalGet, leb(stack), constantCode(16), OP.subtract, OP.tee, 2, OP.globalSet, leb(stack)],
      [getLocal(2), getLocal(1), storeCode()],
      [getLocal(0), constantCode(error), loadCode(), constantCode(this.#formatAddress), getLocal(2)],
      [callCode(this.#exportedIndex('_PyErr_Format')), 0x1a],
      [getLocal(2), constantCode(16), OP.add, OP.globalSet, leb(stack)],
      setHeadroom(0),
      constantCode(1),
    );
  }

  /** Returns the body of the function RESUME_EXPORT, which calls one of the counted functions by its number. */
  #resume(functions: readonly { readonly parameterCount: number; readonly originalIndex: number }[]): Buffer {
    const caseCode = functions.map(({ parameterCount, originalIndex }) => [
      OP.end,
      Array.from({ length: parameterCount }, (_, localIndex) => getLocal(localIndex + 1)),
      callCode(originalIndex),
      OP.return,
    ]);
    return body(
      0,
      functions.flatMap(() => [OP.block, VOID]),
      [getLocal(0), OP.branchTable, leb(functions.length - 1)],
      functions.flatMap((_, at) => leb(at)),
      caseCode,
      [OP.unreachable],
    );
  }

  /** Returns the body of `_Py_Dealloc` that limits the number of nested objects instead of checking the C stack. */
  #dealloc(): Buffer {
    const originalBody = this.#bodyOf(this.#exportedIndex('_Py_Dealloc'));
    for (const offset of [TYPE.dealloc, TYPE.flags, STATE.deleteLater, STATE.softLimit]) {
      if (!originalBody.includes(Buffer.from(loadCode(offset))))
        throw new Error('the interpreter frees objects in another way than expected');
    }
    const [depth, state] = [1, 2];
    const { freeing: freeingAddress } = this.#addresses;
    const setFreeing = (value: Code): Code => [constantCode(freeingAddress), value, storeCode()];
    const type: Code = [getLocal(0), loadCode(OBJECT_TYPE)];
    const currentState: Code = [constantCode(this.#stateAddress), loadCode()];
    return body(
      2,
      [constantCode(freeingAddress), loadCode(), setLocal(depth)],
      [getLocal(depth), constantCode(UNWIND_LEVEL), OP.greaterOrEqualSigned, OP.if, VOID],
      [type, loadCode(TYPE.flags), constantCode(HAS_GC), OP.and, OP.if, VOID],
      [currentState, getLocal(0), callCode(this.#exportedIndex('_PyTrash_thread_deposit_object')), OP.return],
      [OP.end, OP.end],
      setFreeing([getLocal(depth), constantCode(1), OP.add]),
      [getLocal(0), type, loadCode(TYPE.dealloc), OP.callIndirect, leb(this.#typeIndex(signature(1, 0))), 0],
      setFreeing(getLocal(depth)),
      [getLocal(depth), OP.eqz, OP.if, VOID],
      [currentState, [OP.tee, state], loadCode(STATE.deleteLater), OP.if, VOID],
      setFreeing(constantCode(1)),
      [getLocal(state), callCode(this.#exportedIndex('_PyTrash_thread_destroy_chain'))],
      setFreeing(constantCode(0)),
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
    const parameterCount = this.#parametersOf(index);
    return parameterCount < RESUME_PARAMETERS && this.#typeOf(index).equals(signature(parameterCount, 1));
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
