/** Words of the page of models: its tabs and commands. */

// ModelsPage.svelte
export const heading = 'Models';
export const about =
  'These models answer in the playground: models on this machine, or a model behind an address. Nothing is sent to any other address.';
export const tabs = 'Place of the models';
export const hereTab = 'On this machine';
export const endpointTab = 'At an endpoint';
export const measureTab = 'Measure';
export const dataTab = 'Stored data';
export const endpointHeading = 'Connection';
export const useEndpointButton = 'Use in the playground';
export const measureHeading = 'Measure this machine';
export const samplingHeading = 'Sampling';

// models-commands.ts
export const hereCommand = 'Models on this machine';
export const endpointCommand = endpointHeading;
export const measureCommand = measureHeading;
export const dataCommand = dataTab;
