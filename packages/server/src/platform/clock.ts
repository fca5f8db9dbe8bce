/** The only source of the time. Tests pass one that they advance by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds, as every JSON answer writes a time. */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

export const optionalIsoTime = (epochMs: number | null): string | null => (epochMs === null ? null : isoTime(epochMs));

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
