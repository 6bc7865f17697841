/** Entry point of the page: starts the app, or the page that the command line drives. */
import '../kit/tokens.css';
import '../kit/base.css';
import '../kit/layout.css';
import { startSandbox } from './sandbox.ts';

const RELOAD_PAGE =
  'Nothing that is stored was touched. Reload the page; if that does not help, open the playground.';

// `?measure` opens the measurement of this machine.
if (location.hash === '' && /[?&]measure(=|&|$)/.test(location.search))
  location.hash = '#/models?tab=measure';
// Matches the whole name, because `#/drivenAnything` is an ordinary address of the app.
if (/^#\/driven(\?|$)/.test(location.hash)) {
  const { openDrivenPage } = await import('./driven-page.ts');
  await openDrivenPage(location.hash.slice('#/driven?'.length));
} else {
  const target = document.querySelector<HTMLElement>('#app');
  if (target === null) throw new Error('the document has no #app');
  // Python starts before the page's code has loaded, because Python takes longer.
  const python = startSandbox();
  try {
    const { startPage } = await import('./start-page.ts');
    await startPage(target, python);
  } catch (error) {
    // The next import may also fail if the network is down.
    target.textContent = RELOAD_PAGE;
    const { showPlainPage } = await import('./plain-page.ts');
    const remedy =
      error instanceof SyntaxError
        ? 'This browser does not know the language of the page’s scripts. Open the page in a current version of Chrome, Edge, Firefox or Safari.'
        : RELOAD_PAGE;
    showPlainPage('The page could not start', [String(error), remedy]);
    throw error;
  }
}
