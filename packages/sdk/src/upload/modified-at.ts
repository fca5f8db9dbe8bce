/** Formats a modification time for the API. Undefined for a time that the API does not accept: outside the years 1 to 9999. */
export function formatModifiedAt(time: Date | undefined): string | undefined {
  const iso = time === undefined || Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}
