/** Whether a text is a month as addresses and options have it: `2024-05`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** The same, or a day: `2024-05-31`. */
export function isDateOrMonth(text: string): boolean {
  return isMonth(text) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text));
}

/** Days that no month has are taken for those of the next one where dates are read loosely. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
