/** Where the page begins: the app, or what the command line and the benchmark drive. */
import '../ui/tokens.css';
import '../ui/base.css';

// The whole name: `#/drivenAnything` is an address like any other.
if (/^#\/driven(\?|$)/.test(location.hash)) {
  const { openDrivenPage } = await import('./driven-page.ts');
  await openDrivenPage(location.hash.slice('#/driven?'.length));
} else if (location.hash === '#/benchmark') {
  const { openBenchmarkPage } = await import('./benchmark-page.ts');
  openBenchmarkPage();
} else {
  const target = document.querySelector<HTMLElement>('#app');
  if (target === null) throw new Error('the document has no #app');
  const { startPage } = await import('./start-page.ts');
  await startPage(target);
}
