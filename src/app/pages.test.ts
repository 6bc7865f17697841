import { describe, expect, it } from 'vitest';
import { availableCommands, type Command } from '../kit/commands/command.ts';
import { PLACE_COMMANDS } from '../pages/learn/places.ts';
import { STOP } from '../pages/playground/state/playground-commands.ts';
import { OPEN_PALETTE, SHELL_COMMANDS } from './shell/shell-commands.ts';
import { PAGES, NAVIGATION_COMMANDS } from './pages.ts';

type Commands = readonly Command<never>[];

/**
 * The exports of the modules with commands. The commands of a single page are part of its code, which needs a
 * browser.
 */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../pages/*/state/*-commands.ts', '../pages/*/commands.ts'],
  { eager: true },
);
const commandModules = Object.entries(modules).map(([path, values]) => ({
  title: path.split('/').slice(2).join('/'),
  lists: Object.values(values).filter((value) => Array.isArray(value)) as Commands[],
  single: Object.values(values).filter((value) => !Array.isArray(value)) as Commands,
}));
const pages = commandModules.filter(({ lists }) => lists.length > 0);
/** The commands whose keys are active at the same time, on a page or in one of its dialogs. */
const commandSets = commandModules.map(({ title, lists, single }) => ({
  title,
  commands:
    lists.length > 0
      ? [...lists.flat(), ...NAVIGATION_COMMANDS, ...SHELL_COMMANDS, ...PLACE_COMMANDS]
      : single,
}));

describe('commands', () => {
  it.each(commandSets)('have an id, a name and keys of their own: $title', ({ commands }) => {
    for (const field of ['id', 'name', 'keys'] as const) {
      const fieldValues = commands.flatMap((command) => command[field] ?? []);
      expect(fieldValues.filter((value, at) => fieldValues.indexOf(value) !== at)).toEqual([]);
    }
  });

  it('are one list for each page', () => {
    expect(pages.map(({ lists }) => lists.length)).toEqual(PAGES.map(() => 1));
  });

  it('are offered only when they can be run', () => {
    const possibleCommands = (busy: boolean) => availableCommands([STOP], { playground: { busy } as never });
    expect([possibleCommands(false), possibleCommands(true)]).toEqual([[], [STOP]]);
  });

  it('run with just what they need', () => {
    const shell = { dialog: null };
    OPEN_PALETTE.run({ shell } as never);
    expect(shell.dialog).toBe('palette');
  });
});
