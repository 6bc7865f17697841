/**
 * A tab of a browser that Playwright does not drive: WebKitGTK by the WebDriver protocol, and Firefox by WebDriver
 * BiDi. Both offer the same few actions, so that one journey runs in both.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A key, and the text that it writes. */
export interface Key {
  readonly key: 'Enter' | 'a';
  readonly withControl?: boolean;
}

/** What each browser must be able to do. */
export interface BrowserDriver {
  readonly name: string;
  goto(address: string): Promise<void>;
  /** Runs the body of a function in the page. Its arguments are in `arguments`, and its promise is awaited. */
  run(body: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Presses the main button of the mouse at a point of the viewport. */
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds after which a wait fails. It only ends what hangs. */
const PATIENCE = 240_000;
const LOOK_MILLISECONDS = 250;

/** Names elements as a user does. It searches open shadow roots, and skips what is not shown. */
const FINDER = `
  const roots = (root) => [root, ...[...root.querySelectorAll('*')]
    .flatMap(({ shadowRoot }) => shadowRoot === null ? [] : roots(shadowRoot))];
  const squeeze = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by !== null) return squeeze(by.split(' ').map((id) => element.getRootNode().getElementById(id)?.textContent).join(' '));
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
    return squeeze(label ?? (element.textContent || element.getAttribute('title') || element.getAttribute('placeholder')));
  };
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const find = (selector, name) => roots(document).flatMap((root) => [...root.querySelectorAll(selector)]).filter((element) =>
    new RegExp(name).test(nameOf(element)) && isShown(element));
`;

/** The selector of what a user calls by this word. */
const SELECTORS = {
  button: 'button, [role=button]',
  link: 'a[href], [role=link]',
  tab: '[role=tab]',
  heading: 'h1, h2, h3',
  field: 'input, textarea, select, [role=textbox]',
} as const;
export type Kind = keyof typeof SELECTORS;

export class Tab {
  readonly driver: BrowserDriver;

  constructor(driver: BrowserDriver) {
    this.driver = driver;
  }

  /** Loads an address anew, even if it differs from the current one in the fragment only. */
  async open(address: string): Promise<void> {
    await this.driver.goto('about:blank');
    await this.driver.goto(address);
    await this.see('heading', /./);
  }

  async reload(): Promise<void> {
    const address = (await this.driver.run('return location.href')) as string;
    await this.open(address);
  }

  /** Waits until the body of a function returns something other than false, null or ''. */
  async until(what: string, body: string, ...values: readonly unknown[]): Promise<unknown> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const found = await this.driver.run(`${FINDER}\n${body}`, ...values);
      if (found !== false && found !== null && found !== '') return found;
      if (performance.now() > end) {
        const shown = await this.driver.run('return document.body.innerText');
        throw new Error(`${this.driver.name}: ${what} was not seen; the page shows:\n${String(shown)}`);
      }
      await sleep(LOOK_MILLISECONDS);
    }
  }

  /** Waits for an element, and returns its text. */
  async see(kind: Kind, name: RegExp): Promise<string> {
    const body = 'const [element] = find(...arguments); return element ? nameOf(element) || " " : null';
    return String(await this.until(`${kind} ${String(name)}`, body, SELECTORS[kind], name.source));
  }

  /** Waits until the text of the page, or of the element with this name, matches. */
  async read(pattern: RegExp, region: string | null = null): Promise<string> {
    const body = `
      const place = arguments[1] === null ? document.body : find('section, [role=region]', arguments[1])[0];
      return new RegExp(arguments[0], 's').exec(place?.innerText ?? '')?.[0] ?? null;`;
    return String(await this.until(`text ${String(pattern)}`, body, pattern.source, region));
  }

  async click(kind: Kind, name: RegExp): Promise<void> {
    const body = `
      const element = find(...arguments).find((candidate) => !candidate.disabled);
      if (!element) return null;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];`;
    const what = `${kind} ${String(name)} to press`;
    const [x, y] = (await this.until(what, body, SELECTORS[kind], name.source)) as [number, number];
    await this.driver.click(x, y);
  }

  press(key: Key['key'], withControl = false): Promise<void> {
    return this.driver.press({ key, withControl });
  }

  /** Replaces the program in the editor by a paste. */
  async write(program: string): Promise<void> {
    await this.click('tab', /^Program/);
    await this.click('field', /^Your program$/);
    await this.press('a', true);
    const paste = `
      const [editor] = find('[role=textbox]', '^Your program$');
      if (!editor) return null;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', arguments[0]);
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox ignores the data in the constructor.
      Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
      editor.dispatchEvent(paste);
      return true;`;
    await this.until('the editor', paste, program);
  }

  /** Judges a program, and returns the headline of its verdict. */
  async judge(program: string, headline: RegExp): Promise<string> {
    await this.write(program);
    await this.press('Enter', true);
    return this.read(headline, '^Verdict$');
  }

  /** Gives files to the page by a drop. */
  async drop(files: Readonly<Record<string, string>>): Promise<void> {
    const body = `
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(arguments[0])) dataTransfer.items.add(new File([text], name));
      const target = document.querySelector('main') ?? document.body;
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return true;`;
    await this.driver.run(body, files);
  }
}
