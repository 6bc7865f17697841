/** The sentences of OwnGpuModels.svelte. */
import type { ModelForm } from '../../../models/web-llm/custom-model.ts';

export const fold = 'Add a model of your own, or from a folder';

export const folderTitle = 'From a folder on a disk';
export const folderAbout =
  "A model's folder as its host serves it (mlc-chat-config.json, tensor-cache.json, shards, tokenizer), with its " +
  ".wasm library inside or beside it. A folder without one takes a library of web-llm's own list, where its " +
  'configuration fits; the row then offers that download. Nothing else is fetched: a USB stick is enough. A folder ' +
  'can also be dropped here.';
export const chooseFolderButton = 'Choose a folder…';
export const importLabel = 'Import';
export const cancelButton = 'Cancel';
export const stored = (models: readonly string[]): string => `Stored: ${models.join(', ')}.`;

export const formTitle = 'By its addresses';
export const formAbout =
  "The address of the weights is enough where a library of web-llm's own list fits their configuration.";
/** The fields in their order, with the text that each shows while it is empty. */
export const fields: readonly {
  readonly key: keyof ModelForm;
  readonly label: string;
  readonly hint: string;
}[] = [
  { key: 'id', label: 'Name', hint: 'the last part of the URL' },
  { key: 'modelUrl', label: 'Base URL of the weights', hint: 'https://huggingface.co/…' },
  { key: 'libraryUrl', label: 'URL of the library (.wasm)', hint: 'found by the configuration' },
  { key: 'contextTokens', label: 'Longest window, in tokens', hint: '4096' },
  { key: 'memoryMb', label: 'GPU memory at 4,096 tokens, in MB', hint: 'not known' },
  { key: 'features', label: 'WebGPU features it needs', hint: 'shader-f16' },
  { key: 'libraryIntegrity', label: "The library's integrity", hint: 'sha256-…' },
];
export const addButton = 'Add to the list';
export const added = (name: string): string => `${name} is in the list.`;

export const jsonTitle = 'As JSON';
export const jsonAbout = "A record of web-llm's own kind, a list of them, or an appConfig with model_list.";
export const jsonAdded = 'The models are in the list.';
/** The object of a copy button. */
export const ownModelsAsJson = 'your models as JSON';
