/** Names of places in files. */

/** @param place the number of a row, or the name of a file in a folder */
export const placeText = (place: number | string): string =>
  typeof place === 'number' ? `row ${place}` : place;
