import type { Command } from '../kit/commands/command.ts';
import type { AppState } from './state/app-state.ts';
import type { Page } from '../kit/address/page.ts';
import { LEARN_PAGE } from '../pages/learn/page.ts';
import { MODELS_PAGE } from '../pages/models/page.ts';
import { PLAYGROUND_PAGE } from '../pages/playground/page.ts';
import { PROBLEMS_PAGE } from '../pages/problems/page.ts';
import { RUNS_PAGE } from '../pages/runs/page.ts';
import * as words from './words/shell.ts';

/** The pages there are, in the order of the navigation. */
export const PAGES: readonly Page<AppState>[] = [
  PLAYGROUND_PAGE,
  PROBLEMS_PAGE,
  RUNS_PAGE,
  LEARN_PAGE,
  MODELS_PAGE,
];

/** Commands that lead from one page to another. */
export const WAYS: readonly Command<AppState>[] = PAGES.map(({ codec: { page }, label, view }) => ({
  id: `go-${page}`,
  name: words.goToPage(label),
  when: ({ address }) => address.route.page !== page,
  run: (app) => view(app).go({}),
}));
