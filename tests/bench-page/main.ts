/** Entry point of the page that the benchmark and the long tests build: the shipped one, and one address more. */
import '../../src/kit/tokens.css';
import '../../src/kit/base.css';
import '../../src/kit/layout.css';

if (location.hash === '#/benchmark') {
  const { openBenchmarkPage } = await import('./benchmark-page.ts');
  openBenchmarkPage();
} else await import('../../src/app/main.ts');
