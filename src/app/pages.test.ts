import { describe, expect, it } from 'vitest';
import { possible } from '../kit/commands/command.ts';
import { PLACE_COMMANDS } from '../pages/learn/place-commands.ts';
import { STOP } from '../pages/playground/state/playground-commands.ts';
import { OPEN_PALETTE, SHELL_COMMANDS } from './shell/shell-commands.ts';
import { PAGES, WAYS } from './pages.ts';

/** What can be pressed at one place: on a page, or in one of its dialogs. */
const places = PAGES.flatMap(({ label, commands, dialogs = [] }) => [
  { title: label, commands: [...commands, ...WAYS, ...SHELL_COMMANDS, ...PLACE_COMMANDS] },
  ...dialogs,
]);

describe('commands', () => {
  it.each(places)('have an id, a name and keys of their own: $title', ({ commands }) => {
    for (const of of ['id', 'name', 'keys'] as const) {
      const all = commands.flatMap((command) => command[of] ?? []);
      expect(all.filter((value, at) => all.indexOf(value) !== at)).toEqual([]);
    }
  });

  it('are offered only when they can be run', () => {
    const offered = (busy: boolean) => possible([STOP], { playground: { busy } as never });
    expect([offered(false), offered(true)]).toEqual([[], [STOP]]);
  });

  it('run with just what they need', () => {
    const shell = { dialog: null };
    OPEN_PALETTE.run({ shell });
    expect(shell.dialog).toBe('palette');
  });
});
