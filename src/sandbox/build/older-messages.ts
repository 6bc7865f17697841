/**
 * Restores the messages of exceptions of Python 3.11, where `1 // 0` is an “integer division or modulo by zero”.
 * Programs print the exceptions that they catch. The messages are replaced in the interpreter's module, so this costs
 * no time when a program runs.
 */
import { KIND, leb, onlyOne, offsetsOf, signedLeb } from './wasm-bytes.ts';
import { CALL, WasmParts } from './wasm-parts.ts';
import { constantCode, WasmTexts, type WasmText } from './wasm-text.ts';

const DECIMAL_FORMATS = '_decformat';

/**
 * Messages about an unknown keyword of a C function. In 3.11 the keyword was the first value in the message
 * (`putKeywordFirst`).
 */
const UNEXPECTED_KEYWORD = [
  "%.200s%s got an unexpected keyword argument '%S'",
  "%.200s%s got an unexpected keyword argument '%S'. Did you mean '%S'?",
];
const INVALID_KEYWORD = "'%S' is an invalid keyword argument for %.200s%s";

/**
 * Messages that are overwritten: the current one and the one of 3.11. The 3.11 message may omit placeholders, but not
 * reorder them.
 */
const CHANGED_MESSAGES: readonly (readonly [now: string, before: string])[] = [
  ['%s() iterable argument is empty', '%s() arg is an empty sequence'],
  ['too many values to unpack (expected %d, got %zd)', 'too many values to unpack (expected %d)'],
  ...['__enter__', '__exit__'].flatMap((method) => withoutMethod('', method, 'asynchronous ', 'async with')),
  ...['__aenter__', '__aexit__'].flatMap((method) => withoutMethod('asynchronous ', method, '', 'with')),
  [
    "%U() got an unexpected keyword argument '%S'. Did you mean '%S'?",
    "%U() got an unexpected keyword argument '%S'",
  ],
  ...UNEXPECTED_KEYWORD.map((newerMessage) => [newerMessage, INVALID_KEYWORD] as const),
  ["'%.200s' object is not callable. Did you mean: '%U.%U(...)'?", "'%.200s' object is not callable"],
  ['%%c requires an int or a unicode character, not %T', '%%c requires int or char'],
  ['%%c requires an int or a unicode character, not a string of length %zd', '%%c requires int or char'],
  [
    '%%c requires an integer in range(256) or a single byte, not %T',
    '%%c requires an integer in range(256) or a single byte',
  ],
  // `%.0T` prints no characters of the first argument, the name of a type.
  ["cannot use '%T' as a dict key (%S)", '%.0T%S'],
  ["cannot use '%T' as a set element (%S)", '%.0T%S'],
  ["argument of type '%.200s' is not a container or iterable", "argument of type '%.200s' is not iterable"],
  [
    "'%.100s' object has no attribute '%U' and no __dict__ for setting new attributes",
    "'%.100s' object has no attribute '%U'",
  ],
  [
    "Can't instantiate abstract class %s without an implementation for abstract method%s '%U'",
    "Can't instantiate abstract class %s with abstract method%s %U",
  ],
  // The separator between the names of abstract methods.
  ["', '", ', '],
  [
    'Cannot create a consistent method resolution order (MRO) for bases',
    'Cannot create a consistent method resolution\norder (MRO) for bases',
  ],
  [
    'parameter without a default follows parameter with a default',
    'non-default argument follows default argument',
  ],
  ['"is" with \'%.200s\' literal. Did you mean "=="?', '"is" with a literal. Did you mean "=="?'],
  ['"is not" with \'%.200s\' literal. Did you mean "!="?', '"is not" with a literal. Did you mean "!="?'],
  ['"%s" must be a unicode character, not a string of length %zd', '"%s" must be a 1-character string'],
  [
    '"%s" must be a unicode character or None, not a string of length %zd',
    '"%s" must be a 1-character string',
  ],
  ['"%s" must be a string, not %T', '"%s" must be a string'],
  ['"%s" must be a unicode character, not %T', '"%s" must be string, not %T'],
  ['"%s" must be a unicode character or None, not %T', '"%s" must be string or None, not %T'],
  [
    'Cannot convert dictionary update sequence element #%zd to a sequence',
    'cannot convert dictionary update sequence element #%zd to a sequence',
  ],
  // 3.11 raised the current text only for a slice with a step, which is rare.
  ['must assign iterable to extended slice', 'can only assign an iterable'],
  // The module that formats values that C code does not (harness/shims.py). Pyodide does not contain `_pydecimal`.
  ['_pydecimal', DECIMAL_FORMATS],
  ['Parser stack overflowed - Python source too complex to parse', ''],
  ['deque.index(x): x not in deque', '%R is not in deque'],
  ['zero to a negative or complex power', '0.0 to a negative or complex power'],
  ['expected a nonnegative input, got %s', 'math domain error'],
  ['expected a positive input, got %s', 'math domain error'],
  ['expected a positive input', 'math domain error'],
  ['expected a noninteger or positive integer, got %s', 'math domain error'],
  ['expected a finite input, got %s', 'math domain error'],
  ['expected argument value > -1, got %s', 'math domain error'],
  ['expected a number in range from -1 up to 1, got %s', 'math domain error'],
  ['expected argument value not less than 1, got %s', 'math domain error'],
  ['expected a number between -1 and 1, got %s', 'math domain error'],
  ['day %i must be in range 1..%d for month %i in year %i', 'day is out of range for month'],
  ['month must be in 1..12, not %d', 'month must be in 1..12'],
  ['hour must be in 0..23, not %i', 'hour must be in 0..23'],
  ['minute must be in 0..59, not %i', 'minute must be in 0..59'],
  ['second must be in 0..59, not %i', 'second must be in 0..59'],
  ['microsecond must be in 0..999999, not %i', 'microsecond must be in 0..999999'],
  [
    'Out of range float values are not JSON compliant: %R',
    'Out of range float values are not JSON compliant',
  ],
];

/**
 * Returns the messages for an object that is not a context manager. The messages of 3.11 contained no advice, and
 * named a missing exit method only if the enter method existed. older-objects.wat chooses between the two messages.
 */
function withoutMethod(
  kind: string,
  method: string,
  otherKind: string,
  otherMethod: string,
): (readonly [now: string, before: string])[] {
  const olderMessage = `'%T' object does not support the ${kind}context manager protocol`;
  const newerMessage = `${olderMessage} (missed ${method} method)`;
  const advice = ` but it supports the ${otherKind}context manager protocol. Did you mean to use '${otherMethod}'?`;
  return [
    [newerMessage, olderMessage],
    [newerMessage + advice, method.endsWith('exit__') ? newerMessage : olderMessage],
  ];
}

/** Messages that 3.14 uses in several places: the current one, and those of 3.11 in the order of the code. */
const SHARED_MESSAGES: readonly (readonly [now: string, before: readonly string[]])[] = [
  [
    'division by zero',
    [
      ...Array<string>(4).fill('complex division by zero'),
      'float modulo',
      'float divmod()',
      'float floor division by zero',
      'float division by zero',
      'integer modulo by zero',
      'integer division or modulo by zero',
      'division by zero',
    ],
  ],
  ['zero to a negative power', ['0.0 cannot be raised to a negative power']],
];

const NO_COMPLEX = "complex() first argument must be a string or a number, not '%T'";
/** Messages that are longer in 3.11: the current one and the one of 3.11. */
const LONGER_MESSAGES: readonly (readonly [now: string, before: string])[] = [
  ["'%.100s' object can't be awaited", "object %.100s can't be used in 'await' expression"],
  ['complex() argument must be a string or a number, not %T', NO_COMPLEX],
  ["complex() argument 'real' must be a real number, not %T", NO_COMPLEX],
  [
    "complex() argument 'imag' must be a real number, not %T",
    "complex() second argument must be a number, not '%T'",
  ],
];

/**
 * Messages that are notes in 3.14 and separate errors in 3.11: in `type_new_set_names` (Objects/typeobject.c) and
 * `PyDict_MergeFromSeq2` (Objects/dictobject.c), with the function that raises them.
 */
const NOTED_MESSAGES = [
  {
    text: "Error calling __set_name__ on '%.100s' instance %R in '%.100s'",
    type: 'PyExc_RuntimeError',
    raises: '_PyErr_FormatFromCause',
  },
  {
    text: 'cannot convert dictionary update sequence element #%zd to a sequence',
    type: 'PyExc_TypeError',
    raises: 'PyErr_Format',
  },
] as const;

const LOCAL_GET = 0x20;
/**
 * Code that stores `args[0]` in a local variable, and code that stores the stack pointer, lowered by 16 bytes, in
 * another. The index of the variable follows.
 */
const FIRST_ARGUMENT_CODE = Buffer.from([LOCAL_GET, 1, 0x28, 2, 0, 0x21]);
const STACK_CODE = Buffer.from([0x41, 16, 0x6b, 0x22]);

/** Messages without the value that was not found, each with the format of 3.11, which shows the value. */
const SHOWN_MESSAGES = [
  ['list.index(x): x not in list', '%R is not in list'],
  ['%R is not in deque', '%R is not in deque'],
] as const;

/** Help text of the command line, which a browser does not use. The new messages overwrite it. */
const OVERWRITTEN_HELP = 'The following implementation-specific options are available:';

/**
 * Replaces messages of the interpreter by those of Python 3.11.
 * @param wasm Pyodide's interpreter, which is modified
 * @throws when it does not contain exactly the expected messages
 */
export function withOlderMessages(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const texts = new WasmTexts(bytes);
  const sharedMessages = SHARED_MESSAGES.map(
    ([newerMessage, olderMessages]) =>
      [texts.find(`${newerMessage}\0`), newerMessage, olderMessages] as const,
  );
  const roomText = texts.find(OVERWRITTEN_HELP);
  const [keywordMessage, advisingMessage] = UNEXPECTED_KEYWORD.map((newerMessage) =>
    texts.find(`${newerMessage}\0`),
  );
  const longerMessages = LONGER_MESSAGES.map(
    ([newerMessage, olderMessage]) => [texts.find(`${newerMessage}\0`), olderMessage] as const,
  );
  for (const [newerMessage, olderMessage] of CHANGED_MESSAGES) {
    if (olderMessage.length > newerMessage.length) throw new Error(`no room for “${olderMessage}”`);
    bytes.write(`${olderMessage}\0`, texts.find(`${newerMessage}\0`).offset, 'latin1');
  }
  let usedBytes = 0;
  for (const [text, newerMessage, olderMessages] of sharedMessages) {
    const raiseOffsets = raisesOf(bytes, text);
    if (raiseOffsets.length !== olderMessages.length) {
      throw new Error(
        `the interpreter says “${newerMessage}” in ${raiseOffsets.length} places, ${olderMessages.length} expected`,
      );
    }
    raiseOffsets.forEach((raiseOffset, at) => {
      if (olderMessages[at] === newerMessage) return;
      constantCode(roomText.address + usedBytes).copy(bytes, raiseOffset);
      usedBytes += bytes.write(`${olderMessages[at]!}\0`, roomText.offset + usedBytes, 'latin1');
    });
  }
  for (const [text, olderMessage] of longerMessages) {
    const textOffsets = offsetsOf(bytes, constantCode(text.address));
    if (textOffsets.length === 0)
      throw new Error(`the interpreter has “${olderMessage}” in no place that is known`);
    for (const at of textOffsets) constantCode(roomText.address + usedBytes).copy(bytes, at);
    usedBytes += bytes.write(`${olderMessage}\0`, roomText.offset + usedBytes, 'latin1');
  }
  putKeywordFirst(bytes, keywordMessage!, 3);
  putKeywordFirst(bytes, advisingMessage!, 4);
  const shownMessages = SHOWN_MESSAGES.map(
    ([newerMessage, format]) => [texts.find(`${newerMessage}\0`), texts.find(`${format}\0`)] as const,
  );
  if (usedBytes > roomText.length) throw new Error(`the texts take ${usedBytes} bytes of ${roomText.length}`);
  return NOTED_MESSAGES.reduce(
    (changedWasm, notedMessage) =>
      withRaised(changedWasm, texts.find(`${notedMessage.text}\0`), notedMessage),
    withValues(wasm, shownMessages),
  );
}

/**
 * Makes methods raise exceptions that show their first argument, by `PyErr_Format` instead of `PyErr_SetString`.
 * The methods are `list_index` (listobject.c) and `deque_index` (_collectionsmodule.c). Both use 16 bytes of stack,
 * which contain `start` and `stop`.
 */
function withValues(
  wasm: Uint8Array<ArrayBuffer>,
  shownMessages: readonly (readonly [text: WasmText, format: WasmText])[],
): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const call = (name: string): Buffer => Buffer.from([CALL, ...leb(parts.exportOf(name, KIND.function))]);
  const bodies = [...parts.bodies];
  for (const [text, format] of shownMessages) {
    const raiseCode = Buffer.concat([constantCode(text.address), call('PyErr_SetString')]);
    const bodyIndex = onlyOne(
      bodies.flatMap((body, at) => (body.includes(raiseCode) ? [at] : [])),
      (count) => `the interpreter says a text without its value in ${count} places, 1 expected`,
    );
    const body = bodies[bodyIndex]!;
    const value = localBehind(body, FIRST_ARGUMENT_CODE);
    const stack = localBehind(body, STACK_CODE);
    // stack[12] = value; PyErr_Format(…, format, &stack[12])
    const showingCode = Buffer.concat([
      Buffer.from([LOCAL_GET, stack, LOCAL_GET, value, 0x36, 2, 12]),
      constantCode(format.address),
      Buffer.from([LOCAL_GET, stack, 0x41, 12, 0x6a]),
      call('PyErr_Format'),
      // Drops the result, which is null.
      Buffer.from([0x1a]),
    ]);
    const at = body.indexOf(raiseCode);
    bodies[bodyIndex] = Buffer.concat([
      body.subarray(0, at),
      showingCode,
      body.subarray(at + raiseCode.length),
    ]);
  }
  return parts.moduleWith({ bodies });
}

/**
 * Moves the keyword to the front in `error_unexpected_keyword_arg` (Python/getargs.c). The name of the function, its
 * parentheses and the keyword are stored one after the other, and their order is changed.
 */
function putKeywordFirst(bytes: Buffer, { address }: WasmText, storedPlace: number): void {
  const textOffsets = offsetsOf(bytes, constantCode(address));
  for (const at of textOffsets) {
    const storeOffsets: number[] = [];
    for (let store = at - 1; storeOffsets.length < storedPlace && store > at - 60; store--) {
      if (bytes[store - 2] === 0x36 && bytes[store - 1] === 2) storeOffsets.unshift(store);
    }
    const lowestOffset = Math.min(...storeOffsets.map((storeOffset) => bytes[storeOffset]!));
    const [firstStores, secondStores, thirdStores] = [0, 4, 8].map((distance) =>
      storeOffsets.filter((storeOffset) => bytes[storeOffset] === lowestOffset + distance),
    );
    if (firstStores?.length !== 1 || secondStores?.length !== 1 || thirdStores?.length !== 1) {
      throw new Error('the interpreter names an unexpected keyword in an unknown way');
    }
    bytes[firstStores[0]!] = lowestOffset + 4;
    bytes[secondStores[0]!] = lowestOffset + 8;
    bytes[thirdStores[0]!] = lowestOffset;
  }
  if (textOffsets.length !== 2)
    throw new Error(
      `the interpreter names an unexpected keyword in ${textOffsets.length} places, 2 expected`,
    );
}

/** Makes the interpreter raise an error of another type where it adds a note to an error. */
function withRaised(
  wasm: Uint8Array<ArrayBuffer>,
  { address }: WasmText,
  { type, raises }: (typeof NOTED_MESSAGES)[number],
): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const call = (name: string): Buffer => Buffer.from([CALL, ...leb(parts.exportOf(name, KIND.function))]);
  const text = constantCode(address);
  const addingCode = call('_PyErr_FormatNote');
  let noteCount = 0;
  const bodies = parts.bodies.map((body) => {
    const at = body.indexOf(text);
    // A `local.get` of the arguments follows the text.
    const end = at + text.length + 2;
    if (at === -1 || !body.subarray(end).subarray(0, addingCode.length).equals(addingCode)) return body;
    noteCount += 1;
    return Buffer.concat([
      body.subarray(0, at),
      Buffer.from([0x41, ...signedLeb(parts.addressOf(type)), 0x28, 2, 0]),
      body.subarray(at, end),
      call(raises),
      // Drops the result, which is null.
      Buffer.from([0x1a]),
      body.subarray(end + addingCode.length),
    ]);
  });
  if (noteCount !== 1) throw new Error(`the interpreter adds a note in ${noteCount} places, 1 expected`);
  return parts.moduleWith({ bodies });
}

/** Returns the index of the local variable that is set right after this code. */
function localBehind(body: Buffer, code: Buffer): number {
  const at = body.indexOf(code);
  if (at === -1) throw new Error('the interpreter looks for a value in an unknown way');
  return body[at + code.length]!;
}

/**
 * Finds the places at which an exception is raised with the message: `i32.load` of its type, `i32.const` of the
 * address, `call`.
 */
function raisesOf(bytes: Buffer, { address }: WasmText): readonly number[] {
  const code = Buffer.concat([Buffer.from([0x28, 0x02, 0x00]), constantCode(address), Buffer.from([0x10])]);
  return offsetsOf(bytes, code).map((at) => at + 3);
}
