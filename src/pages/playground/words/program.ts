/** Sentences of the panel with the user's program. */

export const runSamplesButton = 'Run samples';
export const submitButton = 'Submit';
export const ownInputButton = 'Own input';
export const stopButton = 'Stop';
export const clearButton = 'Clear';
export const starterButton = 'Starter code';
/** Names the text that the copy button copies. */
export const program = 'the program';
export const authorOfProgram = (author: string): string =>
  `The author of this program is “${author}”. A problem counts as solved by you after you change it.`;
export const replaced = 'Another program replaced yours.';
export const restoreButton = 'Restore mine';
export const otherVersion = 'Another tab or an import has another version of this program.';
export const takeTheirsButton = 'Take theirs';
export const keepMineButton = 'Keep mine';
export const otherTab =
  'This problem is also open in another tab. Changes in one tab are offered to the other.';
export const editorLabel = 'Your program';
