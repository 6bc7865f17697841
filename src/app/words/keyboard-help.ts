/** Sentences of the help for the keyboard. */

export const title = 'Keyboard shortcuts';
export const otherKeys =
  'Escape stops what runs; where nothing does, it closes what is in front. The arrows move within lists, ' +
  'tabs, menus, borders between panes and the grid of tests. In the editor Tab indents: press Escape and ' +
  'then Tab to leave it. The first Tab of a page offers to skip to the statement, the second to the program.';
