/** Sentences about the program that a rule has taken out of an answer, or why it has taken none. */

/** Blocks that a rule has passed over. */
interface PassedOver {
  readonly earlier: number;
  readonly later: number;
  /** One that is never closed, at the end. */
  readonly unclosed: boolean;
}

const where = (afterReasoning: boolean): string => (afterReasoning ? ' after the reasoning' : '');
const earlierOnly = (earlier: number): string => (earlier > 0 ? `; passed over: ${earlier} earlier` : '');

function passedOver({ earlier, later, unclosed }: PassedOver): string {
  const notes: string[] = [];
  if (earlier > 0) notes.push(`${earlier} earlier`);
  if (later > 0) notes.push(`${later} later`);
  if (unclosed) notes.push('an unclosed one at the end');
  return notes.length === 0 ? '' : `; passed over: ${notes.join(', ')}`;
}

export const tookLastPython = (afterReasoning: boolean, passed: PassedOver): string =>
  `Took the last closed python block${where(afterReasoning)}${passedOver(passed)}.`;
export const tookLastUntagged = (afterReasoning: boolean, passed: PassedOver): string =>
  `No closed block${where(afterReasoning)} is tagged python, so took the last closed one without a tag${passedOver(passed)}.`;
export const hasOpenThinking = (): string =>
  'Nothing taken: <think> is opened and never closed, so there is no answer yet.';
export const hasOnlyOpenBlock = (afterReasoning: boolean): string =>
  `Nothing taken: the only code block${where(afterReasoning)} is never closed.`;
export const hasNoFencedBlock = (afterReasoning: boolean): string =>
  `Nothing taken: there is no block fenced by backticks${where(afterReasoning)}.`;

const MOST_TAGS = 3;

/** @param unclosed whether the last block is never closed */
export function hasOtherLanguages(
  afterReasoning: boolean,
  tags: readonly string[],
  unclosed: boolean,
): string {
  const shown = tags.slice(0, MOST_TAGS).join(', ') + (tags.length > MOST_TAGS ? ', …' : '');
  const last = unclosed ? ', and the last block is never closed' : '';
  return `Nothing taken: the closed blocks${where(afterReasoning)} are in other languages (${shown})${last}.`;
}
export const hasNoPythonTag = (): string =>
  'Nothing taken: no closed block is tagged python, and one without a tag does not count.';

export const tookBetweenFenceLines = (): string =>
  'Took what lies between the last two lines that contain three backticks.';
const EMPTY_BY_LCB = 'LiveCodeBench would grade an empty program.';
/** @param lines that contain three backticks */
export const hasFewFenceLines = (lines: 0 | 1): string =>
  `Nothing taken: ${lines === 1 ? 'only one line contains' : 'no line contains'} three backticks, and it takes two. ${EMPTY_BY_LCB}`;
export const hasNothingBetween = (): string =>
  `Nothing taken: the last two lines that contain three backticks have no text between them. ${EMPTY_BY_LCB}`;

export const tookLastExactPython = (earlier: number): string =>
  `Took the last closed block that opens with exactly \`\`\`python${earlierOnly(earlier)}.`;
export const hasNoExactPython = (): string =>
  'Nothing taken: no block that opens with exactly ```python and a line feed is closed.';

/** @param others blocks in other languages before it @param isCut whether phrases of reasoning were deleted in it */
export function tookFirstPython(isTagged: boolean, others: number, isCut: boolean): string {
  const passed = others > 0 ? `; passed over ${others} in other languages` : '';
  const cut = isCut ? '; deleted phrases of reasoning in it' : '';
  return `Took the first closed block tagged python or without a tag, here one ${isTagged ? 'tagged python' : 'without a tag'}${passed}${cut}.`;
}
export const hasNoLineClosedBlock = (): string =>
  'Nothing taken: no block with at most one word as its tag is closed at the start of a line.';
export const hasNoPythonOrUntagged = (): string =>
  'Nothing taken: no closed block is tagged python or has no tag.';

const withoutReasoning = (isCut: boolean): string => (isCut ? ', with the reasoning left out' : '');

/** @param isCut whether closed reasoning was left out */
export const tookLastOfAnyTag = (tag: string, earlier: number, isCut: boolean): string =>
  `Took the last closed block whatever its tag, here one ${tag === '' ? 'without a tag' : `tagged ${tag}`}${earlierOnly(earlier)}${withoutReasoning(isCut)}.`;
export const hasNoWordTag = (isCut: boolean): string =>
  `Nothing taken: no three backticks with at most one word behind them on their line are closed${withoutReasoning(isCut)}.`;

export const holdsThinkTag = (): string =>
  'Nothing taken: NeMo-Gym pays nothing for an answer that holds a think tag.';
export const tookWhole = (): string => 'Took the whole answer, as no three backticks are closed.';
export const tookLastPair = (): string => 'Took what the last pair of backticks holds.';
export const hasOpenReasoning = (): string => 'Nothing taken: the reasoning is not closed.';
export const isEmptyBlock = (): string => 'Nothing taken: the block is empty.';
export const hasOpenPrompt = (): string => 'Nothing taken: no three backticks close the block of the prompt.';
/** @param tag its first word, which is taken for one; '' for none */
export const tookBeginning = (tag: string): string =>
  `Took the beginning of the answer, up to the first three backticks${tag === '' ? '' : `; its first word, ${tag}, is taken for a tag`}.`;

export const tookAfterLastPython = (isOpen: boolean): string =>
  `Took what follows the last \`\`\`python${isOpen ? ', which stays open' : ''}.`;
export const tookUntaggedAnswer = (isWhole: boolean): string =>
  `Took ${isWhole ? 'the whole answer' : 'the answer up to its first three backticks'}, as nothing is tagged python.`;
export const tookFirst = (hasTagLine: boolean): string =>
  `Took the first block, as nothing is tagged python${hasTagLine ? '; its first line is a tag' : ''}.`;
export const hasNoBackticks = (): string => 'Nothing taken: there are no three backticks.';
