import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followTranslations } from './translated-text.ts';

let end = (): void => undefined;
let root: HTMLElement;

beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
  end = followTranslations(root);
});
afterEach(() => {
  end();
  root.remove();
});

/** Resolves after the observer has been called, which happens after the task that changes the document. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

function paragraph(...nodes: readonly (string | Node)[]): HTMLElement {
  const element = root.appendChild(document.createElement('p'));
  element.append(...nodes);
  return element;
}

function font(text: string): HTMLElement {
  const element = document.createElement('font');
  element.textContent = text;
  return element;
}

const WAYS = {
  replaceChild: (node: Text, replacement: Element) => node.replaceWith(replacement),
  'insertion before it and removal': (node: Text, by: Element) => (node.before(by), node.remove()),
  'insertion after it and removal': (node: Text, by: Element) => (node.after(by), node.remove()),
};

describe.each(Object.entries(WAYS))('text replaced by %s', (_, replace) => {
  it('gives way to the next text of the page, again and again', async () => {
    const text = new Text('one');
    const element = paragraph('before ', document.createElement('b'), text);
    for (const newText of ['two', 'three']) {
      replace(text, font('translated'));
      await observed();
      expect(element.textContent).toBe('before translated');
      text.nodeValue = newText;
      await observed();
      expect(element.textContent).toBe(`before ${newText}`);
      expect(element.querySelector('font')).toBeNull();
    }
  });

  it('goes with the node that the page removes or moves', async () => {
    const [removedText, movedText] = [new Text('gone'), new Text('moved')];
    const [source, target] = [paragraph(removedText, movedText), paragraph('to ')];
    replace(removedText, font('GONE'));
    replace(movedText, font('MOVED'));
    await observed();
    expect(source.textContent).toBe('GONEMOVED');
    removedText.remove();
    target.append(movedText);
    await observed();
    expect([source.textContent, target.textContent]).toEqual(['', 'to MOVED']);
    movedText.data = 'new';
    await observed();
    expect(target.textContent).toBe('to new');
  });

  it('lets a block that begins with it be removed node by node, as Svelte does it', async () => {
    const start = new Text('start');
    const last = document.createElement('i');
    const element = paragraph(start, document.createElement('b'), last, 'rest');
    replace(start, font('START'));
    await observed();
    for (let node: ChildNode | null = start; node !== null;) {
      const next: ChildNode | null = node === last ? null : node.nextSibling;
      node.remove();
      node = next;
    }
    await observed();
    expect(element.textContent).toBe('rest');
  });

  it('comes back when the translation is taken away', async () => {
    const text = new Text('one');
    const element = paragraph(text);
    const by = font('eins');
    replace(text, by);
    await observed();
    by.remove();
    await observed();
    expect(element.textContent).toBe('one');
    expect(element.firstChild).toBe(text);
  });
});

describe('text that the page itself replaces', () => {
  it('stays away', async () => {
    const text = new Text('first');
    const element = paragraph(text);
    text.before(document.createElement('b'));
    text.remove();
    await observed();
    expect(element.childNodes).toHaveLength(1);
    const another = new Text('beside');
    element.append(font('of another program'), another);
    await observed();
    another.remove();
    await observed();
    expect([...element.childNodes].map(({ nodeName }) => nodeName)).toEqual(['B', 'FONT']);
  });

  it('is not wrapped and unwrapped for ever', async () => {
    const text = new Text('one');
    const element = paragraph(text);
    for (let round = 0; round < 2; round++) {
      const by = font('');
      text.replaceWith(by);
      by.append(text);
      await observed();
    }
    text.data = 'two';
    expect(element.textContent).toBe('two');
    expect(element.querySelectorAll('font')).toHaveLength(1);
  });
});
