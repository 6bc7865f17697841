import type { Component } from 'svelte';
import type { Command, ListedCommand } from '../commands/command.ts';
import type { PageCodec } from './route.ts';
import type { PageLinks } from './page-view.svelte.ts';

/** The code of a page, which is loaded when the page is opened. */
export interface PageCode<Needs extends object> {
  /** The page component. It has one `main` with one `h1`, which takes the focus on arrival. */
  readonly default: Component<Needs>;
  readonly commands: readonly Command<Needs>[];
  /** Dialogs with their own keys, for the help. */
  readonly dialogs?: readonly {
    readonly title: string;
    readonly commands: readonly ListedCommand[];
  }[];
}

/** The shell's view of a page. The composition root provides `Needs`. */
export interface Page<Needs extends object, View = unknown> {
  /** The text of the link in the navigation. */
  readonly label: string;
  /** Reads and writes the page's address. */
  readonly codec: PageCodec<View>;
  readonly view: (needs: Needs) => PageLinks<View>;
  /** Returns the name of the current view, for the title of the tab. */
  readonly title: (needs: Needs) => string;
  /** Whether the page is in presentation mode, in which the shell hides its header. Default: never. */
  readonly isPresented?: (needs: Needs) => boolean;
  readonly load: () => Promise<PageCode<Needs>>;
}
