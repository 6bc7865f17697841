import type { MathRenderer, parseMarkdown } from './render-markdown.ts';

/**
 * Loads the renderers when the first text is to be shown, and KaTeX only when the first formula is: the
 * page itself stands before either has arrived. A cache of the module graph, not state of the app.
 */
class MarkdownEngine {
  #parse = $state.raw<typeof parseMarkdown | null>(null);
  #math = $state.raw<MathRenderer | null>(null);
  #asked = false;
  #askedMath = false;

  get parse(): typeof parseMarkdown | null {
    return this.#parse;
  }

  get math(): MathRenderer | null {
    return this.#math;
  }

  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.#parse = (await import('./render-markdown.ts')).parseMarkdown;
    } catch {
      // The text is readable as it was written; the next one asks again.
      this.#asked = false;
    }
  }

  async loadMath(): Promise<void> {
    if (this.#askedMath) return;
    this.#askedMath = true;
    try {
      this.#math = (await import('./render-math.ts')).renderMath;
    } catch {
      this.#askedMath = false;
    }
  }
}

export const markdownEngine = new MarkdownEngine();
