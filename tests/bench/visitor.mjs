// @ts-check
/**
 * Runs in a page without a driver, and reports the times to its server. A driver outside the browser makes some operations
 * slower: it locates exceptions, and parses whole scripts again.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** The second problem. It is never judged before, so no earlier verdict can be mistaken for the expected one. */
  const next = script.dataset['next'] ?? null;
  /** A first visit stores its data for the next one after its first verdict. */
  const SETTLE_MILLISECONDS = 4000;
  const MOMENTS = {
    printed: 'html[data-printed]',
    readable: 'article .markdown:not(.plain)',
    // The parts of the editor are in a shadow root, which selectors do not reach.
    editor: '[data-editor]:not(.waiting)',
    verdict: '#verdict .head[data-verdict="wrong-answer"]',
  };
  const LAST = next === null ? 'printed' : 'verdict';

  /** @type {Record<string, number>} milliseconds from opening or reloading the page until it is painted */
  const seen = {};
  const left = new Map(Object.entries(MOMENTS));
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();

  function look() {
    for (const [name, selector] of left) {
      if (document.querySelector(selector) === null) continue;
      left.delete(name);
      requestAnimationFrame(() => setTimeout(() => note(name)));
    }
  }

  /** @param {string} name */
  function note(name) {
    seen[name] = performance.now();
    if (name === 'editor') write();
    if (name !== LAST) return;
    observer.disconnect();
    void goOn();
  }

  function write() {
    const content = document.querySelector('[data-editor]')?.shadowRoot?.querySelector('.cm-content');
    if (!(content instanceof HTMLElement)) throw new Error('there is no editor to write in');
    content.focus();
    document.execCommand('selectAll');
    document.execCommand('insertText', false, 'print(1)');
    const keys = {
      key: 'Enter',
      code: 'Enter',
      ctrlKey: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    };
    content.dispatchEvent(new KeyboardEvent('keydown', keys));
  }

  async function goOn() {
    const isFirst = sessionStorage.getItem('visited') === null;
    sessionStorage.setItem('visited', 'yes');
    await fetch('visit', { method: 'POST', body: JSON.stringify(seen) });
    if (!isFirst) return;
    if (next !== null) {
      location.hash = next;
      // Reloads are served by the service worker.
      await navigator.serviceWorker.ready;
    }
    setTimeout(() => location.reload(), SETTLE_MILLISECONDS);
  }
})();
