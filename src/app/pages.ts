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

/**
 * The dependencies of all pages, which `start-page.ts` creates once, and the address, which belongs to the
 * shell.
 */
export type AppState = NeedsOf<(typeof ALL)[number]['title']> & { readonly address: AddressState };
/**
 * The intersection of the parameter types of several functions. TypeScript infers it from all functions at
 * once.
 */
type NeedsOf<Title> = [Title] extends [(needs: infer Needs) => string] ? Needs : never;

export const PAGES: readonly Page<AppState>[] = ALL;

/** Commands that open another page. */
export const NAVIGATION_COMMANDS: readonly Command<AppState>[] = PAGES.map(
  ({ codec: { page }, label, view }) => ({
    id: `go-${page}`,
    name: `Go to ${label}`,
    when: ({ address }) => address.route.page !== page,
    run: (app) => view(app).go({}),
  }),
);
