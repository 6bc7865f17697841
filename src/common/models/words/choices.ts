/** The titles of the groups in the pickers of models. */

export const examplesGroup = 'Examples';
export const deviceGroup = 'On this device';
export const serverGroup = 'OpenAI-compatible server';
