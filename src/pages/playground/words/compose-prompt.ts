/** Sentences of the dialog that composes a prompt. */

// PromptDialog.svelte
export const title = 'Compose a prompt';
export const startLabel = 'Start from';
export const startButton = 'Start anew';
export const preview = 'Preview';
export const previewFor = (problem: string): string => `As it will be sent for “${problem}”`;
/** Place of the messages in the names of their buttons. */
export const inPreview = 'in the preview';
export const noProblem = 'No problem is open.';
export const importButton = 'Import…';
export const exportButton = 'Export';
export const deleteButton = 'Delete';
export const saveButton = 'Save and use';
export const nameless = 'Give it a name, and it is kept on this device.';
export const unsaved = 'Saving keeps it on this device.';
export const saved = 'Saved on this device.';
export const savingReplaces = (name: string): string => `Saving replaces your prompt “${name}”.`;
export const deleted = (name: string): string => `“${name}” is deleted. Saving brings it back.`;
export const wasRead = (file: string): string => `Read from ${file}; saving keeps it.`;
export const notRead = (file: string, fault: string): string => `${file}: ${fault}`;

// PromptForm.svelte
export const nameLabel = 'Name';
export const nameExample = 'such as Short answers';
export const message = (number: number): string => `Message ${number}`;
export const roleLabel = (number: number): string => `Role of message ${number}`;
export const removeButton = (number: number): string => `Remove message ${number}`;
export const addMessage = 'Add a message';
export const addSystemMessage = 'Add a system message';
export const withStarterAfter = 'with starter code';
export const withoutStarterAfter = 'without starter code';
export const placeholders = 'The problem replaces these placeholders. Other text is sent unchanged.';
