import type { Component } from 'svelte';
import type { AppState } from './app-state.ts';
import type { PageName, Route } from './route.ts';
import type { Command } from '../../kit/commands/command.ts';

/** All that the shell knows of a page. */
export interface Page {
  readonly name: PageName;
  /** In the navigation. */
  readonly label: string;
  /** Where the navigation leads: the page as it was left. */
  readonly route: (app: AppState) => Route;
  /** What is in front on it, for the title of the tab. */
  readonly title: (app: AppState) => string;
  /** Its code. It has one `main` with one `h1`, which takes the focus when the page is come to. */
  readonly load: () => Promise<{ readonly default: Component }>;
  readonly commands: readonly Command<AppState>[];
  /** Dialogs in which other keys are heard, for the help. */
  readonly dialogs?: readonly {
    readonly title: string;
    readonly commands: readonly Pick<Command<AppState>, 'id' | 'name' | 'keys'>[];
  }[];
}
