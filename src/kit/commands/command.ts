/** Commands as values. The palette, the shortcuts, the hints of buttons and the keyboard help use the same list. */

/** An action of the page. `Needs` is the state that it uses. */
export interface Command<Needs> {
  /** Unique among the commands of a page. Equal ids on two pages mean the same action. */
  readonly id: string;
  readonly name: string;
  /** Keys in the notation of `keys.ts`, unique among the commands of a page. */
  readonly keys?: string;
  /** Whether the command is available; by default, it always is. */
  readonly when?: (needs: Needs) => boolean;
  readonly run: (needs: Needs) => void;
}

/** Returns the available commands. */
export function possible<Needs>(
  commands: readonly Command<Needs>[],
  needs: Needs,
): readonly Command<Needs>[] {
  return commands.filter(({ when }) => when?.(needs) ?? true);
}
