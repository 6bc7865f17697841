/** Why a package of a program is absent: a clause, and what helps. */

/** @param place where the user may put a file */
export const requiresUnknown = (name: string, place: string): string =>
  `it requires ${name}. Put its wheel into ${place}`;
/** @param part of the package whose file is missing; null for the package itself */
export const isNotHere = (part: string | null, file: string, place: string): string =>
  `${part === null ? 'it' : `${part}, a part of it,`} is not on this device. Connect to the internet once, or put ${file} into ${place}`;
