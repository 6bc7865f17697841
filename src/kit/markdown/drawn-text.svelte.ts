import { inNextFrame } from '../reactive/redraw-throttle.ts';
import type { MarkdownPiece, MathRenderer } from './render-markdown.ts';

/** Limits of one rendering slice, in milliseconds and in characters to lay out. */
const SLICE_MS = 12;
const SLICE_CHARACTERS = 20_000;

/** A text that is rendered block by block: the start immediately, and a long rest over several frames. */
export class DrawnText {
  /** The HTML of the blocks that are rendered so far. */
  html = $state.raw<readonly string[]>([]);
  /** Whether a block that is rendered so far needs KaTeX. */
  needsMath = $state(false);
  #source = '';

  /**
   * Renders the blocks of `source`. If the text has only grown, its old blocks stay until they are rendered again.
   * Returns a function that stops the rendering.
   */
  draw(source: string, blocks: readonly MarkdownPiece[], math: MathRenderer | null): () => void {
    const hasGrown = source.startsWith(this.#source.slice(0, 200));
    this.#source = source;
    const html = hasGrown ? this.html.slice(0, blocks.length) : [];
    let next = 0;
    let stop = (): void => undefined;
    const slice = (): void => {
      const end = performance.now() + SLICE_MS;
      let characters = 0;
      while (next < blocks.length && characters < SLICE_CHARACTERS && performance.now() < end) {
        const renderedPiece = blocks[next]!.render(math);
        characters += renderedPiece.html.length;
        this.needsMath ||= renderedPiece.needsMath;
        html[next++] = renderedPiece.html;
      }
      this.html = [...html];
      if (next < blocks.length) stop = inNextFrame(slice);
    };
    slice();
    return () => stop();
  }
}
