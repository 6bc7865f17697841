/** Sentences on why an address or a file is no GGUF model. */

export const isNoWebAddress = (): string => 'This is not the http or https address of a file.';

export const addressHasOtherEnding = (): string =>
  'The address does not end in .gguf, as the file of such a model does.';

export const fileHasOtherEnding = (file: string): string => `${file} is no .gguf file.`;
