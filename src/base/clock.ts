/** Source of wall time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, whole, as `Date.now()`. May jump when the system clock is set. */
  nowMs(): number;
}

/** The system's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** Time on the wire: ISO 8601 UTC with milliseconds, such as `2026-01-31T09:30:00.000Z`. */
export function toIsoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
