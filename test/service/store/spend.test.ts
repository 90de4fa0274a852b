import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startOfMonthMs,
  startOfWeekMs,
  startOfYearMs,
} from '../../../src/service/billing/windows.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, TestClock, usd } from './world.ts';

/** Around the turns of weeks, months and years. */
const turns = [
  Date.UTC(2026, 0, 1),
  Date.UTC(2026, 2, 2),
  Date.UTC(2026, 2, 1),
  Date.UTC(2026, 11, 28),
  Date.UTC(2027, 0, 1),
];
const anyTime = fc
  .tuple(
    fc.constantFrom(...turns),
    fc.integer({ min: -9 * 86_400_000, max: 9 * 86_400_000 }),
    fc.constantFrom(-1, 0, 1, null),
  )
  .map(([turn, offset, edge]) => turn + (edge ?? offset));

describeEngines('spend of week, month and year', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());

  it('counts a charge in exactly the windows that contain its time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTime, { minLength: 1, maxLength: 6 }),
        anyTime,
        async (times, now) => {
          const clock = new TestClock();
          const { core, account } = await createWorld(store, { clock });
          await core.topUp({ accountId: account.id, amountMicros: usd(1000) });
          for (const time of times) {
            clock.set(time);
            const { session, token } = await core.openLiveSession({
              accountId: account.id,
              feature: 'voice_changer',
              durationMinutes: 1,
              parameters: {},
              isReady: true,
            });
            await core.joinLiveSession('voice_changer', token);
            await core.startLiveStream(session.id);
            await core.endLiveSession(session.id, { streamedMs: 1000, reason: 'client_closed' });
          }
          clock.set(now);
          const balance = await core.readBalance(account.id);
          const since = (startMs: number) => usd(times.filter((time) => time >= startMs).length);
          expect([
            balance.spentThisWeekMicros,
            balance.spentThisMonthMicros,
            balance.spentThisYearMicros,
            balance.totalSpentMicros,
          ]).toEqual([
            since(startOfWeekMs(now)),
            since(startOfMonthMs(now)),
            since(startOfYearMs(now)),
            usd(times.length),
          ]);
          const summary = await core.readUsageSummary(account.id, { fromMs: now });
          expect(summary).toMatchObject({
            totalCalls: times.filter((time) => time >= now).length,
            failed: 0,
          });
        },
      ),
      { numRuns: 15 },
    );
  });
});
