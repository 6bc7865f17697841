/** Commands as values. The palette, the shortcuts, the hints of buttons and the keyboard help use the same list. */

/** A command as the keyboard help lists it. */
export interface ListedCommand {
  /** Unique among the commands of a page. Equal ids on two pages mean the same action. */
  readonly id: string;
  readonly name: string;
  /** Keys in the notation of `keys.ts`, unique among the commands of a page. */
  readonly keys?: string;
}

/** An action of the page. `Needs` is the state that it uses. */
export interface Command<Needs> extends ListedCommand {
  /** Whether the command is available; by default, it always is. */
  readonly when?: (needs: Needs) => boolean;
  readonly run: (needs: Needs) => void;
}

/** Returns the available commands. */
export function availableCommands<Needs>(
  commands: readonly Command<Needs>[],
  needs: Needs,
): readonly Command<Needs>[] {
  return commands.filter(({ when }) => when?.(needs) ?? true);
}
