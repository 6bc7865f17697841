/** Sentence of the editor, which loads on its own. */

export const help = 'Tab indents. Press Escape and then Tab to leave the editor.';
