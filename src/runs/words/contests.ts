/** Sentences about files of contests. */

export const contestsNotJson = (file: string): string =>
  `${file}: it is not JSON; a table of contests is one JSON object.`;
export const contestsNoFormat = (file: string, format: string): string =>
  `${file}: it has no "format": "${format}"; build a table from Codeforces' own files, or take one that was saved here.`;
export const contestsVersion = (file: string, version: string, known: number): string =>
  `${file}: its version is ${version}, and ${known} is read here; reload the page for a newer one.`;
/** @param path of the field; null for the whole file @param parser the message of the parser */
export const contestsMisfit = (file: string, path: string | null, parser: string): string =>
  `${file}: at ${path ?? 'its top'}: ${parser}.`;
export const problemWithoutPoints = (file: string, contest: string): string =>
  `${file}: contest ${contest} is scored by points, and a problem in it has none; give each its "points".`;

// Files of Codeforces' API
export const noApiAnswer = (file: string): string =>
  `${file} is left out: it is no answer of contest.standings, contest.ratingChanges or user.ratedList; save the whole answer, with its "status": "OK".`;
export const noStandings = (contest: number): string => leftOut(contest, 'save its contest.standings, too.');
export const noRatingChanges = (contest: number): string =>
  leftOut(contest, 'save its contest.ratingChanges, too.');
export const strangeRules = (contest: number, rules: string): string =>
  leftOut(contest, `it is scored by the rules of ${rules}, which have no place here.`);
export const noWorth = (contest: number): string =>
  leftOut(contest, 'the standings do not say what its problems are worth.');
export const noParticipant = (contest: number): string =>
  leftOut(contest, 'no participant in its standings is in its ratingChanges; save both whole.');

function leftOut(contest: number, why: string): string {
  return `Contest ${contest} is left out: ${why}`;
}
