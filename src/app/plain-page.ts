/**
 * A page of plain text. It is shown instead of the driven page if there is no command line, and if the app
 * cannot start.
 */

/**
 * Replaces the content of the document.
 * @param paragraphs the text, for a user who has followed a link
 */
export function showPlainPage(heading: string, paragraphs: readonly string[]): void {
  document.title = `${heading} · Allpass`;
  const main = document.createElement('main');
  main.className = 'plain-page';
  main.append(withText('h1', heading), ...paragraphs.map((text) => withText('p', text)));
  const link = document.createElement('a');
  // The link has no fragment, because a change of only the fragment loads nothing.
  link.href = './';
  link.textContent = 'Open the playground';
  const paragraph = document.createElement('p');
  paragraph.append(link);
  main.append(paragraph);
  (document.querySelector('#app') ?? document.body).replaceChildren(main);
  // No other code handles navigation on this page, and the next address may be one of the app.
  addEventListener('popstate', () => location.reload());
}

function withText(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
