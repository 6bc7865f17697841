/** Sentences of the shown prompt and of the choice of one. */

// PromptFold.svelte
export const showBefore = 'Show prompt:';
export const unknownPrompt = (name: string, used: string): string =>
  `This device has no prompt named “${name}”. The prompt ${used} is used instead.`;

// PromptOptions.svelte
export const publishedGroup = 'Published';
export const ownGroup = 'Your own';

// PromptView.svelte
export const promptLabel = 'Prompt';
export const composeButton = 'Compose…';
/** @param about a sentence on the prompt */
export const aboutPrompt = (about: string, source: string): string => `${about} Wording: ${source}.`;
export const replayed =
  'A recorded answer is chosen: it is replayed, and nothing is sent. A model would be sent this:';
export const askedOtherwise = (prompt: string): string =>
  `The answer below was asked otherwise, with ${prompt}: see “How it was asked” under it.`;
/** Names the text that the copy button copies. */
export const allMessages = 'all messages as JSON';
