/** Where the page begins: the app, or a door that the command line comes in by. */
import '../ui/tokens.css';
import '../ui/base.css';

if (location.hash.startsWith('#/door')) {
  const { openDoor } = await import('./driven-page.ts');
  await openDoor(location.hash.slice('#/door?'.length));
} else if (location.hash === '#/bench') {
  const { openBench } = await import('./benchmark-page.ts');
  openBench();
} else {
  const target = document.querySelector<HTMLElement>('#app');
  if (target === null) throw new Error('the document has no #app');
  const { startPage } = await import('./start-page.ts');
  await startPage(target);
}
