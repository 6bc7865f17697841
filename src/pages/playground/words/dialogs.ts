/** Sentences of the dialogs of models, settings and problems. */

export const modelsTitle = 'Models on this device';
export const connectButton = 'Connect to a server…';
export const connectionTitle = 'Connection';
export const doneButton = 'Done';
export const problemsTitle = 'Problems';
export const samplingTitle = 'Sampling';
