import type { Command } from '../../ui/shell/command.ts';
import type { Page } from '../../ui/shell/page.ts';
import { learnPage } from './learn.ts';
import { modelsPage } from './models.ts';
import { playgroundPage } from './playground.ts';
import { problemsPage } from './problems.ts';
import { runsPage } from './runs.ts';

/** The pages there are, in the order of the navigation. */
export const PAGES: readonly Page[] = [playgroundPage, problemsPage, runsPage, learnPage, modelsPage];

/** Commands that lead from one page to another. */
export const WAYS: readonly Command[] = PAGES.map(({ name, label, route }) => ({
  id: `go-${name}`,
  name: `Go to ${label}`,
  when: ({ address }) => address.route.page !== name,
  run: (app) => app.address.go(route(app)),
}));
