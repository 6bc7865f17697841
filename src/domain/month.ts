/** Whether a text is a month in the form of addresses and options: `2024-05`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** Whether a text is a month or a day: `2024-05-31`. */
export function isDateOrMonth(text: string): boolean {
  return isMonth(text) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text));
}

/** `Date.parse` may read a day that does not exist as a day of the next month. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
