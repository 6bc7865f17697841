/** The element `<allpass-problem>` for pages of any origin. The build makes `embed/allpass-problem.js` of it. */
import {
  HIDEABLE_PARTS,
  THEMES,
  type EmbedSettings,
  type GivenProblem,
  type PageToProblem,
  type ProblemToPage,
} from '../protocol.ts';
import { addEngineFrame, addFrame, type Frame } from './frames.ts';

/** Only a classic script knows its element, and only while it runs. */
const script = document.currentScript as HTMLScriptElement;
const base = new URL('../', script.src);

const WIDE_HEIGHT = '36rem';
const MOST_PIXELS = 20_000;

const open = new Set<AllpassProblem>();
let engine: { readonly frame: Frame; readonly started: Promise<void> } | null = null;

/** Returns a promise for the start of the engine that all elements share. It also resolves if the engine is blocked. */
function engineStarted(): Promise<void> {
  if (engine === null) {
    let resolve = (): void => undefined;
    const started = new Promise<void>((done) => (resolve = done));
    engine = { frame: addEngineFrame(base, () => resolve(), resolve), started };
  }
  return engine.started;
}

class AllpassProblem extends HTMLElement {
  static readonly observedAttributes = [
    'problem',
    'src',
    'profile',
    'starter',
    'hide',
    'height',
    'theme',
    'lang',
  ];
  #frame: Frame | null = null;
  #port: MessagePort | null = null;
  #root: ShadowRoot | null = null;
  #contentPixels: number | null = null;
  /** Counts changes, because a file of an earlier `src` may arrive late. */
  #changes = 0;

  connectedCallback(): void {
    // The parser adds the children of an element after the element.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => this.#add(), { once: true });
    else this.#add();
  }

  disconnectedCallback(): void {
    this.dispose();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'height') this.#fit();
    else if (this.#port !== null) void this.#send();
    // After a failure there is no frame.
    else if (open.has(this)) this.#add();
  }

  /** Stops the program, and removes the frame. The last element removes the engine as well. */
  dispose(): void {
    this.#changes++;
    this.#removeFrame();
    open.delete(this);
    if (open.size > 0) return;
    engine?.frame.remove();
    engine = null;
  }

  #removeFrame(): void {
    this.#frame?.remove();
    this.#port?.close();
    this.#frame = this.#port = this.#contentPixels = null;
  }

  #add(): void {
    if (!this.isConnected || this.#frame !== null) return;
    this.#root ??= this.attachShadow({ mode: 'open' });
    this.#root.replaceChildren();
    this.style.display ||= 'block';
    open.add(this);
    const started = engineStarted();
    this.#frame = addFrame(
      this.#root,
      base,
      '',
      (port) => this.#connect(port, started),
      () =>
        this.#fail(
          `Allpass did not start in this page: ${base.origin} could not be reached, or a policy forbids its frame.`,
        ),
    );
    this.#frame.element.title = 'Problem with its judge';
    this.#frame.element.style.cssText = 'display:block;width:100%;border:0';
    this.#fit();
  }

  #connect(port: MessagePort, started: Promise<void>): void {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<ProblemToPage>) => this.#receive(data);
    void this.#send();
    void started.then(() => port.postMessage({ type: 'engine' } satisfies PageToProblem));
  }

  #receive(message: ProblemToPage): void {
    switch (message.type) {
      case 'ready':
        if (this.#frame !== null)
          this.#frame.element.title = `${message.problem.title}: problem with its judge`;
        this.dispatchEvent(new CustomEvent('ready', { detail: message.problem, bubbles: true }));
        return;
      case 'verdict':
        this.dispatchEvent(new CustomEvent('verdict', { detail: message.verdict, bubbles: true }));
        return;
      case 'height':
        this.#contentPixels = message.pixels;
        this.#fit();
        return;
      case 'failed':
        this.dispatchEvent(new CustomEvent('error', { detail: message.message }));
        return;
    }
  }

  async #send(): Promise<void> {
    const change = ++this.#changes;
    const problem = await this.#problem();
    if (change !== this.#changes) return;
    if (typeof problem === 'string') return this.#fail(problem);
    const hide = (this.getAttribute('hide') ?? '').split(/\s+/);
    const settings: EmbedSettings = {
      problem,
      profile: this.getAttribute('profile') ?? 'standard',
      starter: this.getAttribute('starter') ?? childText(this, 'text/x-python'),
      hide: HIDEABLE_PARTS.filter((part) => hide.includes(part)),
      theme: THEMES.find((theme) => theme === this.getAttribute('theme')) ?? themeOf(this),
      language: this.closest('[lang]')?.getAttribute('lang') ?? '',
    };
    this.#port?.postMessage({ type: 'open', settings } satisfies PageToProblem);
  }

  /** Returns a sentence if the file could not be loaded. The page loads it, with its own rights. */
  async #problem(): Promise<GivenProblem | string> {
    const id = this.getAttribute('problem');
    if (id !== null) return { kind: 'bundled', id };
    const source = this.getAttribute('src');
    if (source === null) return { kind: 'json', text: childText(this, 'application/json') ?? '' };
    try {
      const response = await fetch(new URL(source, document.baseURI));
      if (!response.ok) throw new Error(`${source} answered ${response.status}`);
      return { kind: 'json', text: await response.text() };
    } catch (error) {
      return `The problem could not be loaded: ${error instanceof Error ? error.message : source}.`;
    }
  }

  #fit(): void {
    const frame = this.#frame?.element;
    if (frame === undefined) return;
    const given = this.getAttribute('height') ?? '';
    if (this.#contentPixels !== null)
      frame.style.height = `${Math.min(Math.max(Number(this.#contentPixels) || 0, 100), MOST_PIXELS)}px`;
    else frame.style.height = /^\d+$/.test(given) ? `${given}px` : WIDE_HEIGHT;
  }

  #fail(message: string): void {
    this.#removeFrame();
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = message;
    this.#root?.replaceChildren(text);
    this.dispatchEvent(new CustomEvent('error', { detail: message }));
  }
}

/** Returns the theme of the page around an element, by its CSS property `color-scheme`. */
function themeOf(element: Element): EmbedSettings['theme'] {
  const { colorScheme } = getComputedStyle(element);
  if (/\bdark\b/.test(colorScheme)) return /\blight\b/.test(colorScheme) ? 'system' : 'dark';
  return 'light';
}

/** Returns the text of a child script without the indentation that its lines share; null if there is none. */
function childText(element: Element, type: string): string | null {
  const child = element.querySelector(`:scope > script[type="${type}"]`);
  if (child === null) return null;
  const text = (child.textContent ?? '').replace(/^\s*\n|\n\s*$/g, '');
  const indents = text.split('\n').flatMap((row) => (row.trim() === '' ? [] : [row.search(/\S/)]));
  const shared = Math.min(...indents, 200);
  return text.replace(new RegExp(`^[ \\t]{0,${shared}}`, 'gm'), '');
}

// A page may contain the script twice.
if (customElements.get('allpass-problem') === undefined)
  customElements.define('allpass-problem', AllpassProblem);
