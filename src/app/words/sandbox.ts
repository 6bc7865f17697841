/** The place of packages, as messages of the judge name it. */
export const packagesFolder = "this site's folder packages";
