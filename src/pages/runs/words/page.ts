/** Words of the page of runs in the header and in the title of the window. */
export const label = 'Runs';
