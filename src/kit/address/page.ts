import type { Component } from 'svelte';
import type { Command } from '../commands/command.ts';
import type { PageCodec } from './route.ts';
import type { PageLinks } from './page-view.svelte.ts';

/** The code that is loaded when a page is opened. */
export interface PageCode<Needs extends object> {
  /** Has one `main` with one `h1`, which takes the focus on arrival. */
  readonly default: Component<Needs>;
  readonly commands: readonly Command<Needs>[];
  /** Dialogs with keys of their own, for the help. */
  readonly dialogs?: readonly {
    readonly title: string;
    readonly commands: readonly Pick<Command<Needs>, 'id' | 'name' | 'keys'>[];
  }[];
}

/** The shell's view of a page. The composition root provides `Needs`. */
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
