const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Sun, 06 Nov 1994 08:49:37 GMT` */
const fixed =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const rfc850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
/** `Sun Nov  6 08:49:37 1994` */
const asctime =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/**
 * Reads an HTTP-date in the three formats that a recipient "MUST accept" (RFC 9110, 5.6.7). undefined for anything else, such as
 * the 30th of February. `now` tells the century of a year of two digits.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const value = text.trim();
  const common = fixed.exec(value);
  if (common !== null) return timeOf(common[3], common[2], common[1], common.slice(4));
  const old = rfc850.exec(value);
  if (old !== null) return timeOf(yearOf(Number(old[3]), now), old[2], old[1], old.slice(4));
  const c = asctime.exec(value);
  return c === null ? undefined : timeOf(c[6], c[1], c[2], c.slice(3, 6));
}

/**
 * "Recipients of a timestamp value in rfc850-date format, which uses a two-digit year, MUST interpret a timestamp that appears to
 * be more than 50 years in the future as representing the most recent year in the past that had the same last two digits" (5.6.7).
 */
function yearOf(lastDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + lastDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

/** undefined if there is no such day or time; a leap second is the next minute. */
function timeOf(
  year: string | number | undefined,
  monthName: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = clock.map(Number);
  const monthIndex = months.indexOf(monthName ?? '');
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), monthIndex, Number(day));
  if (date.getUTCMonth() !== monthIndex || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return date.setUTCHours(hours, minutes, seconds);
}
