/** Sentences of the menu of rules. */

// RulesMenu.svelte
export const buttonBefore = 'Rules:';
export const notLoaded =
  'The menu of rules could not be loaded. Check the connection and press the button again.';

// RulesMenuItems.svelte
export const menuLabel = 'Rules';
export const custom = 'Custom…';
export const aboutCustom = 'Put a grader together from the rules of all of them.';
