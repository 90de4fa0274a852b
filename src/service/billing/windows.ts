const DAY_MS = 86_400_000;

/** First moment of the calendar week of a time, in UTC; weeks start on Monday. */
export function startOfWeekMs(timeMs: number): number {
  const day = Math.floor(timeMs / DAY_MS);
  // Day 0, 1970-01-01, was a Thursday: three days after a Monday.
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return (day - sinceMonday) * DAY_MS;
}

/** First moment of the calendar month of a time, in UTC. */
export function startOfMonthMs(timeMs: number): number {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
}

/** First moment of the calendar year of a time, in UTC. */
export function startOfYearMs(timeMs: number): number {
  return Date.UTC(new Date(timeMs).getUTCFullYear(), 0);
}
