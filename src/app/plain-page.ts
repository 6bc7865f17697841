/** A page of words alone: for addresses that are not the app's, and for when the app cannot start. */

/**
 * Shows it in the place of whatever is there.
 * @param paragraphs in words for a reader who has followed a link; shown as text
 */
export function showPlainPage(heading: string, paragraphs: readonly string[]): void {
  document.title = `${heading} · Allpass`;
  const main = document.createElement('main');
  main.className = 'plain-page';
  main.append(withText('h1', heading), ...paragraphs.map((text) => withText('p', text)));
  const link = document.createElement('a');
  // Without a fragment: another one alone would load nothing.
  link.href = './';
  link.textContent = 'Open the playground';
  const way = document.createElement('p');
  way.append(link);
  main.append(way);
  (document.querySelector('#app') ?? document.body).replaceChildren(main);
  // Nothing else hears it here, and the next address may be one of the app's.
  addEventListener('popstate', () => location.reload());
}

function withText(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
