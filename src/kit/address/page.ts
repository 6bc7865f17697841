import type { Component } from 'svelte';
import type { Command } from '../commands/command.ts';
import type { PageCodec } from './route.ts';
import type { PageLinks } from './page-view.svelte.ts';

/** The code that is loaded when a page is opened. */
export interface PageCode<Needs extends object> {
  /** It has one `main` with one `h1`, which takes the focus when the page is come to. */
  readonly default: Component<Needs>;
  readonly commands: readonly Command<Needs>[];
  /** Dialogs in which other keys are heard, for the help. */
  readonly dialogs?: readonly {
    readonly title: string;
    readonly commands: readonly Pick<Command<Needs>, 'id' | 'name' | 'keys'>[];
  }[];
}

/** All that the shell knows of a page; `Needs` is what the composition root gives it. */
export interface Page<Needs extends object, View = unknown> {
  /** In the navigation. */
  readonly label: string;
  /** Its part of the address. */
  readonly codec: PageCodec<View>;
  readonly view: (needs: Needs) => PageLinks<View>;
  /** The name of the view in front, for the title of the tab. */
  readonly title: (needs: Needs) => string;
  /** Whether the page fills the window for an audience: the shell then shows no header. Missing means never. */
  readonly isPresented?: (needs: Needs) => boolean;
  readonly load: () => Promise<PageCode<Needs>>;
}
