/**
 * The "network": it plays answers back. They are the model's weights, the parameter `script`: tokens as
 * int32, answers behind each other (../answers.ts writes them and says what the signs mean).
 *
 * What to say follows from the tokens seen so far alone: which answer from the prompt's last `[[k]]` or
 * `[[k/ms]]`, where in it from the number of tokens behind the assistant's header. So an answer taken up
 * again after a reload goes on where it was.
 */
import { dataOf, elements } from './tensors';

export const VOCABULARY: i32 = 512;
const HEADER_START: i32 = 257;
const END_OF_TURN: i32 = 258;
const END_OF_ANSWER: i32 = -1;
const START_OVER: i32 = -2;
const FAIL: i32 = -3;
/** `assistant` and a line break, one token a letter. */
const HEADER_LENGTH: i32 = 10;

@external("env", "emscripten_notify_memory_growth")
declare function memoryHasGrown(index: i32): void;
@external("wasi_snapshot_preview1", "clock_time_get")
declare function readClock(clock: i32, precision: i64, result: usize): i32;

const seen = new StaticArray<i32>(140_000);
let seenLength: i32 = 0;
/** Where the answer begins when there is no header, as in a raw completion: behind the last piece of prompt. */
let promptEnd: i32 = 0;
let answers: u32 = 0;
const clock = memory.data(8);

export function setAnswers(tensor: u32): void {
  answers = tensor;
}

export function forget(): void {
  seenLength = 0;
  promptEnd = 0;
}

/** Takes the next `count` tokens at `tokens`. */
export function see(tokens: u32, count: i32): void {
  for (let i = 0; i < count && seenLength < seen.length; i++) seen[seenLength++] = load<i32>(tokens + i * 4);
  if (count > 1) promptEnd = seenLength;
}

/**
 * Writes the logits of the next token; false when the script says that the model fails here. Spins for
 * the time per token that the prompt asks for.
 */
export function speak(logits: u32): bool {
  for (let i = 0; i < VOCABULARY; i++) store<f32>(logits + i * 4, -20);
  const start = answerStart();
  const said = start < 0 ? END_OF_ANSWER : scripted(start);
  if (said == FAIL) return false;
  const token = said == END_OF_ANSWER ? END_OF_TURN : said;
  store<f32>(logits + (token & 0xffff) * 4, 10);
  // Two tokens in one number: either, by chance.
  if (token >> 16 != 0) store<f32>(logits + (token >> 16) * 4, 10);
  return true;
}

/** Position behind the assistant's header; -1 when the prompt is not complete yet. */
function answerStart(): i32 {
  let header = seenLength - 1;
  while (header >= 0 && seen[header] != HEADER_START) header--;
  if (header < 0) return promptEnd;
  const start = header + 1 + HEADER_LENGTH;
  const isAssistant = header + 1 < seenLength && seen[header + 1] == 97;
  return isAssistant && start <= seenLength ? start : -1;
}

function scripted(start: i32): i32 {
  let at = 0;
  let choice = 0;
  let delayMs = 0;
  for (let i = 0; i + 4 < start; i++) {
    if (seen[i] != 91 || seen[i + 1] != 91) continue;
    at = i + 2;
    const chosen = digits(at, start);
    at += digitCount;
    if (digitCount == 0) continue;
    let wait = 0;
    if (seen[at] == 47) {
      wait = digits(at + 1, start);
      at += 1 + digitCount;
    }
    if (at + 1 >= start || seen[at] != 93 || seen[at + 1] != 93) continue;
    choice = chosen;
    delayMs = wait;
  }
  if (delayMs > 0) spin(delayMs);
  return tokenAt(choice, seenLength - start);
}

let digitCount: i32 = 0;

/** The decimal number at `at`; leaves the number of its digits in `digitCount`. */
function digits(at: i32, end: i32): i32 {
  let value = 0;
  digitCount = 0;
  while (at < end && digitCount < 5 && seen[at] >= 48 && seen[at] <= 57) {
    value = value * 10 + seen[at++] - 48;
    digitCount++;
  }
  return value;
}

/** What answer `choice` says at `position`; the first answer stands in for one that is not there. */
function tokenAt(choice: i32, position: i32): i32 {
  const script = dataOf(answers);
  const length = elements(answers);
  let start = 0;
  for (let i = 0; i + 1 < length && choice > 0; i++) {
    if (load<i32>(script + i * 4) < 0 && --choice == 0) start = i + 1;
  }
  if (choice > 0) start = 0;
  let end = start;
  while (load<i32>(script + end * 4) >= 0) end++;
  // What stands before the sign is said round and round, or once.
  const sign = load<i32>(script + end * 4);
  const count = end - start;
  if (position < count) return load<i32>(script + (start + position) * 4);
  return sign == START_OVER ? load<i32>(script + (start + (position % count)) * 4) : sign;
}

function spin(delayMs: i32): void {
  const until = nanoseconds() + i64(delayMs) * 1_000_000;
  while (nanoseconds() < until) {}
}

function nanoseconds(): i64 {
  // The host writes through a view of its own, which a grown memory leaves behind.
  memoryHasGrown(0);
  readClock(1, 0, clock);
  return load<i64>(clock);
}
