/** Names of the commands of the page of runs. */
export const newRun = 'New run';
export const resumeRun = 'Start or resume the run';
export const pauseRun = 'Pause the run';
/** Also names of the open forms of a run. */
export const actions = {
  compare: 'Compare with other runs',
  regrade: 'Regrade the run',
  export: 'Export the run',
  more: 'Request more samples',
  redraw: 'Ask the cut-off answers again',
} as const;
