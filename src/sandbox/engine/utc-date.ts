/**
 * Makes the local time zone UTC for every user, as on the machines of graders. The memory snapshot from the build
 * contains Python's time zone, and a verdict must not depend on the location of the browser.
 */

/** A `Date` whose local time is UTC. */
export class UtcDate extends Date {
  /** @param parts nothing for the current time, one timestamp, or the parts of a date and a time of day */
  constructor(...parts: [] | [number] | Parameters<typeof Date.UTC>) {
    if (parts.length > 1) super(Date.UTC(...(parts as Parameters<typeof Date.UTC>)));
    else super(...(parts as [number]));
  }

  override getTimezoneOffset(): number {
    return 0;
  }

  /** Years since 1900. */
  getYear(): number {
    return this.getUTCFullYear() - 1900;
  }
}

const own = UtcDate.prototype;
own.getFullYear = own.getUTCFullYear;
own.getMonth = own.getUTCMonth;
own.getDate = own.getUTCDate;
own.getDay = own.getUTCDay;
own.getHours = own.getUTCHours;
own.getMinutes = own.getUTCMinutes;
own.getSeconds = own.getUTCSeconds;
