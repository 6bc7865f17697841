import type { AddressState } from '../kit/address/address-state.svelte.ts';
import type { Page } from '../kit/address/page.ts';
import type { Command } from '../kit/commands/command.ts';
import { LEARN_PAGE } from '../pages/learn/page.ts';
import { MODELS_PAGE } from '../pages/models/page.ts';
import { PLAYGROUND_PAGE } from '../pages/playground/page.ts';
import { PROBLEMS_PAGE } from '../pages/problems/page.ts';
import { RUNS_PAGE } from '../pages/runs/page.ts';

/** All pages, in the order of the navigation. */
const ALL = [PLAYGROUND_PAGE, PROBLEMS_PAGE, RUNS_PAGE, LEARN_PAGE, MODELS_PAGE] as const;

/** The needs of all pages, made once by `start-page.ts`, and the address, which the shell owns. */
export type AppState = NeedsOf<(typeof ALL)[number]['title']> & { readonly address: AddressState };
/** The intersection of the parameters of several functions, by inference from all of them at once. */
type NeedsOf<Title> = [Title] extends [(needs: infer Needs) => string] ? Needs : never;

export const PAGES: readonly Page<AppState>[] = ALL;

/** Commands that lead from one page to another. */
export const NAVIGATION_COMMANDS: readonly Command<AppState>[] = PAGES.map(
  ({ codec: { page }, label, view }) => ({
    id: `go-${page}`,
    name: `Go to ${label}`,
    when: ({ address }) => address.route.page !== page,
    run: (app) => view(app).go({}),
  }),
);
