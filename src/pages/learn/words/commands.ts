/** Names of the commands of Learn. */

export const runHere = 'Run the lab, or have the gym judge';
export const present = 'Presentation mode';
export const stop = 'Stop, or pause the lab';
