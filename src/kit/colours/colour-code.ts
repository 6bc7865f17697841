/**
 * Colours Python with the CSS Custom Highlight API. Text and elements do not change, so no new layout is needed and
 * their owner can update them. Browsers without the API show plain text.
 */
import { type CodeColour, type CodeSpan, MOST_COLOURED, pythonSpans } from './python-spans.ts';

/** Selects programs: code blocks of Markdown, and elements that are a program or one line of it. */
const PROGRAMS = 'code[class^="language-py"], [data-python]';
/** Milliseconds that a growing program must be unchanged before it is coloured. */
const SETTLED_MS = 80;
const SLICE_MS = 8;
/** Maximum number of programs that are coloured. An answer may consist of code blocks only. */
const MOST_PROGRAMS = 200;
/** Maximum number of coloured lines of a program that is shown line by line. */
const MOST_LINES = 2_000;
/** Maximum number of ranges of a program. The browser walks through all ranges on every change of the page. */
const MOST_RANGES = 6_000;

interface ColouredProgram {
  readonly elements: readonly Element[];
  /** The total length of its text. A different length means a changed program. */
  readonly length: number;
  readonly stop: () => void;
}

/**
 * Colours all Python in `host`, now and after changes. Returns a function that stops watching and removes the colours.
 */
export function watchCode(host: HTMLElement): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  let programs = new Map<Element, ColouredProgram>();
  const recolor = (): void => {
    const nextPrograms = new Map<Element, ColouredProgram>();
    for (const elements of programsIn(host)) {
      const [first] = elements;
      if (first === undefined) continue;
      const length = elements.reduce((sum, { textContent }) => sum + textContent.length, 0);
      const earlierProgram = programs.get(first);
      const isUnchanged =
        earlierProgram?.length === length && earlierProgram.elements.at(-1) === elements.at(-1);
      nextPrograms.set(first, isUnchanged ? earlierProgram : { elements, length, stop: colour(elements) });
    }
    for (const [first, program] of programs) if (nextPrograms.get(first) !== program) program.stop();
    programs = nextPrograms;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      recolor();
    }, SETTLED_MS);
  };
  const observer = new MutationObserver(lookSoon);
  observer.observe(host, { childList: true, characterData: true, subtree: true });
  recolor();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const { stop } of programs.values()) stop();
  };
}

/** The elements of each program, in document order. */
function programsIn(host: HTMLElement): readonly (readonly Element[])[] {
  const lines = new Map<string, Element[]>();
  const programs: Element[][] = [];
  const candidates = [...(host.matches(PROGRAMS) ? [host] : []), ...host.querySelectorAll(PROGRAMS)];
  for (const element of candidates) {
    const name = element.getAttribute('data-python') ?? '';
    const otherLines = name === '' ? undefined : lines.get(name);
    if (otherLines !== undefined) {
      if (otherLines.length < MOST_LINES) otherLines.push(element);
      continue;
    }
    if (programs.length === MOST_PROGRAMS) break;
    const program = [element];
    programs.push(program);
    if (name !== '') lines.set(name, program);
  }
  return programs;
}

/** Colours one program, a few milliseconds at a time. Returns a function that stops and removes the colours. */
function colour(elements: readonly Element[]): () => void {
  const ranges: (readonly [CodeColour, StaticRange])[] = [];
  let steps: Iterator<readonly CodeSpan[]> | undefined;
  let text: ProgramText | undefined;
  const paintSlice = (): void => {
    text ??= textOf(elements);
    steps ??= pythonSpans(text.code);
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end && ranges.length < MOST_RANGES) {
      const step = steps.next();
      if (step.done === true) return;
      for (const span of step.value) {
        for (const range of rangesOf(span, text.nodes)) {
          ranges.push([span.colour, range]);
          highlight(span.colour).add(range);
        }
      }
    }
    if (ranges.length < MOST_RANGES) timer = setTimeout(paintSlice);
  };
  let timer = setTimeout(paintSlice, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    for (const [name, range] of ranges) highlight(name).delete(range);
  };
}

interface ProgramText {
  readonly code: string;
  /** Text nodes with their offsets in the code. */
  readonly nodes: readonly { readonly node: Text; readonly from: number }[];
}

/** Reads the text of a program. Each element is a line. */
function textOf(elements: readonly Element[]): ProgramText {
  const nodes: { node: Text; from: number }[] = [];
  const pieces: string[] = [];
  let from = 0;
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && from < MOST_COLOURED; node = walker.nextNode()) {
      nodes.push({ node: node as Text, from });
      pieces.push((node as Text).data);
      from += (node as Text).length;
    }
    pieces.push('\n');
    from++;
  }
  return { code: pieces.join(''), nodes };
}

/** Returns the ranges of a span, one in each text node that it covers. */
function rangesOf({ from, to }: CodeSpan, nodes: ProgramText['nodes']): readonly StaticRange[] {
  const ranges: StaticRange[] = [];
  for (let at = lastBefore(from, nodes); at < nodes.length; at++) {
    const { node, from: nodeStart } = nodes[at]!;
    if (nodeStart >= to) break;
    const [startOffset, endOffset] = [Math.max(0, from - nodeStart), Math.min(node.length, to - nodeStart)];
    if (startOffset < endOffset)
      ranges.push(new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset }));
  }
  return ranges;
}

/** Returns the index of the last node that begins at or before an offset. */
function lastBefore(offset: number, nodes: ProgramText['nodes']): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The page's highlight of a colour. base.css defines its style. */
function highlight(colour: CodeColour): Highlight {
  const name = `code-${colour}`;
  let cssHighlight = CSS.highlights.get(name);
  if (cssHighlight === undefined) CSS.highlights.set(name, (cssHighlight = new Highlight()));
  return cssHighlight;
}
