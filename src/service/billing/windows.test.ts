import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startOfMonthMs, startOfWeekMs, startOfYearMs } from './windows.ts';

const anyTime = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2199, 11, 31) });

describe('calendar windows in UTC', () => {
  it('start on Monday, on the first of the month and of the year', () => {
    const time = Date.UTC(2026, 2, 4, 12);
    expect(
      [startOfWeekMs, startOfMonthMs, startOfYearMs].map((start) => toIso(start(time))),
    ).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  });

  it('contain the first moment and not the moment before', () => {
    const monday = Date.UTC(2026, 11, 28);
    expect(toIso(startOfWeekMs(monday))).toBe('2026-12-28T00:00:00.000Z');
    expect(toIso(startOfWeekMs(monday - 1))).toBe('2026-12-21T00:00:00.000Z');
    // The week around new year belongs to both years.
    expect(toIso(startOfWeekMs(Date.UTC(2027, 0, 1)))).toBe('2026-12-28T00:00:00.000Z');
  });

  it('hold at any time', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const week = startOfWeekMs(time);
        const month = startOfMonthMs(time);
        const year = startOfYearMs(time);
        expect(new Date(week).getUTCDay()).toBe(1);
        expect(new Date(month).getUTCDate()).toBe(1);
        expect(toIso(year)).toMatch(/-01-01T00:00:00\.000Z$/);
        expect(time - week).toBeGreaterThanOrEqual(0);
        expect(time - week).toBeLessThan(7 * 86_400_000);
        expect(new Date(month).getUTCMonth()).toBe(new Date(time).getUTCMonth());
        expect(month).toBeLessThanOrEqual(time);
        expect(year).toBeLessThanOrEqual(month);
        for (const start of [week, month, year]) {
          expect(start % 86_400_000).toBe(0);
        }
        expect([startOfWeekMs(week), startOfMonthMs(month), startOfYearMs(year)]).toEqual([
          week,
          month,
          year,
        ]);
      }),
    );
  });
});

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
