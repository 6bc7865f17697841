import type { Command } from '../kit/commands/command.ts';
import type { AppState } from '../common/shell/app-state.ts';
import type { Page } from '../common/shell/page.ts';
import { learnPage } from '../pages/learn/page.ts';
import { modelsPage } from '../pages/models/page.ts';
import { playgroundPage } from '../pages/playground/page.ts';
import { problemsPage } from '../pages/problems/page.ts';
import { runsPage } from '../pages/runs/page.ts';

/** The pages there are, in the order of the navigation. */
export const PAGES: readonly Page[] = [playgroundPage, problemsPage, runsPage, learnPage, modelsPage];

/** Commands that lead from one page to another. */
export const WAYS: readonly Command<AppState>[] = PAGES.map(({ name, label, route }) => ({
  id: `go-${name}`,
  name: `Go to ${label}`,
  when: ({ address }) => address.route.page !== name,
  run: (app) => app.address.go(route(app)),
}));
