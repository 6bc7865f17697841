/** Commands as values: the palette, the shortcuts, the hints of buttons and the help for the keyboard read one list. */

/** A command says what it needs, so that it can be run, and tested, with just that. */
export interface Command<Needs> {
  /** Unique among the commands of one place; the same one on two pages does the same there. */
  readonly id: string;
  readonly name: string;
  /** As `keys.ts` reads them; unique among the commands that can be run at one place. */
  readonly keys?: string;
  /** Whether it can be run now; without it, always. */
  readonly when?: (needs: Needs) => boolean;
  readonly run: (needs: Needs) => void;
}

/** The commands that can be run now. */
export function possible<Needs>(
  commands: readonly Command<Needs>[],
  needs: Needs,
): readonly Command<Needs>[] {
  return commands.filter(({ when }) => when?.(needs) ?? true);
}
