/** The first press of "Watch an answer get graded" in a browser that has never seen the page: what a newcomer waits for, and reads. */
import { chromium, type Page } from 'playwright-core';
import { launchOptions } from '../bootstrap/chromium.mjs';
import { median, rounded, type Figures } from './figures.ts';

/** The words of the page for a time-out, and for a test that is retried. */
const LATE = /timed out|time limit exceeded|\bretr(?:y|ied|ies)\b|\bagain\b/i;
const BROWSERS = 20;
/** The last one presses so long after the page has loaded, the first one at once. */
const LAST_PRESS_MILLISECONDS = 4000;

export interface FirstPress {
  /** From the press until the verdict is painted. */
  readonly milliseconds: number;
  readonly verdict: string;
  /** All that verdict and status said between, each text once. */
  readonly said: readonly string[];
}

/** @returns the texts that speak of a time-out or a retry */
export function lateWords(said: readonly string[]): readonly string[] {
  return said.filter((text) => LATE.test(text));
}

/**
 * Opens the page and presses.
 * @param page of a context in which nothing was opened before
 * @param address of the page with the view in its fragment
 * @param delayMilliseconds from the page's load to the press
 */
export async function firstPress(
  page: Page,
  address: string,
  delayMilliseconds: number,
): Promise<FirstPress> {
  await watchVerdict(page);
  await page.goto(address);
  await page.waitForTimeout(delayMilliseconds);
  await page.getByRole('button', { name: 'Watch an answer get graded' }).click();
  return seenVerdict(page);
}

/** Has every document of the page to come write down what its verdict says; before the page is opened. */
export async function watchVerdict(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: SeenVerdict = { pressed: null, judged: null, verdict: null, said: new Set() };
    globalThis.allpassSeen = seen;
    addEventListener('click', () => (seen.pressed ??= performance.now()), true);
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('#verdict, [aria-live], [role="status"]'))
        seen.said.add((element.textContent ?? '').replace(/\s+/g, ' ').trim());
      const verdict = document.querySelector('#verdict .head')?.getAttribute('data-verdict') ?? null;
      // While it runs nothing has been decided.
      if (verdict === null || verdict === 'not-run' || seen.verdict !== null) return;
      seen.verdict = verdict;
      requestAnimationFrame(() => setTimeout(() => (seen.judged = performance.now())));
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** Waits for the verdict of a page that is watched. */
export async function seenVerdict(page: Page): Promise<FirstPress> {
  await page.waitForFunction(() => globalThis.allpassSeen?.judged != null, null, { timeout: 120_000 });
  return page.evaluate(() => {
    const { pressed, judged, verdict, said } = globalThis.allpassSeen!;
    return { milliseconds: judged! - (pressed ?? 0), verdict: verdict!, said: [...said] };
  });
}

interface SeenVerdict {
  /** By the page's clock; null before. */
  pressed: number | null;
  judged: number | null;
  verdict: string | null;
  readonly said: Set<string>;
}

declare global {
  var allpassSeen: SeenVerdict | undefined;
}

/** A browser of its own for each press, on the problem that a newcomer finds, with the answer that is chosen there. */
export async function firstPressFigures(address: string): Promise<Figures> {
  const presses: FirstPress[] = [];
  for (let nth = 0; nth < BROWSERS; nth++) {
    const browser = await chromium.launch(launchOptions());
    try {
      const delay = (nth / (BROWSERS - 1)) * LAST_PRESS_MILLISECONDS;
      presses.push(await firstPress(await browser.newPage(), address, delay));
    } finally {
      await browser.close();
    }
  }
  return pressFigures(presses);
}

export function pressFigures(presses: readonly FirstPress[]): Figures {
  const waits = presses.map(({ milliseconds }) => milliseconds);
  return {
    first_press_ms: rounded(median(waits), 0),
    first_press_longest_ms: rounded(Math.max(...waits), 0),
    first_press_retries: presses.filter(({ said }) => lateWords(said).length > 0).length,
  };
}
