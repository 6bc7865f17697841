/** Sources of tables of contests, as the tables themselves state them. */

export const builtFromApi = (): string => 'built from answers of the Codeforces API.';
export const madeUp = (): string =>
  'made up, for trying: no person ever took part in them, and the rating is not comparable with real ones.';
