import type { Component } from 'svelte';
import type { Command } from '../commands/command.ts';
import type { PageCodec } from './page-codec.ts';
import type { PageLinks } from './page-view.svelte.ts';

/** All that the shell knows of a page; `Needs` is what the composition root gives it. */
export interface Page<Needs extends Record<string, any>, View = unknown> {
  /** In the navigation. */
  readonly label: string;
  /** Its part of the address. */
  readonly codec: PageCodec<View>;
  readonly view: (needs: Needs) => PageLinks<View>;
  /** What is in front on it, for the title of the tab. */
  readonly title: (needs: Needs) => string;
  /** Its code. It has one `main` with one `h1`, which takes the focus when the page is come to. */
  readonly load: () => Promise<{ readonly default: Component<Needs> }>;
  readonly commands: readonly Command<Needs>[];
  /** Dialogs in which other keys are heard, for the help. */
  readonly dialogs?: readonly {
    readonly title: string;
    readonly commands: readonly Pick<Command<Needs>, 'id' | 'name' | 'keys'>[];
  }[];
}
