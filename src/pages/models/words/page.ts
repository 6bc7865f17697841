/** Words of the page of models in the header and in the title of the window. */
export const label = 'Models';
