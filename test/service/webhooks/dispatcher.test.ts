import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../../../src/service/store/open.ts';
import { toNominalDelayMs } from '../../../src/service/webhooks/backoff.ts';
import { WebhookDispatcher, type SetTimer } from '../../../src/service/webhooks/dispatcher.ts';
import {
  listAttempts,
  listDeliveries,
  resendDelivery,
} from '../../../src/service/webhooks/delivery-log.ts';
import { claimDue } from '../../../src/service/webhooks/claim-deliveries.ts';
import { DeliverySlots } from '../../../src/service/webhooks/delivery-slots.ts';
import {
  enqueueDelivery,
  findNextDueMs,
  finishAttempt,
} from '../../../src/service/webhooks/outbox.ts';
import { buildDelivery } from '../../../src/service/webhooks/payload.ts';
import type { AttemptOutcome, SendAttempt } from '../../../src/service/webhooks/sender.ts';
import { describeEngines } from '../store/engines.ts';
import { openStoreAt } from '../store/place.ts';
import { TestClock } from '../store/world.ts';
import { addAccount, addDelivery } from './rows.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const delivered: AttemptOutcome = {
  isDelivered: true,
  status: 204,
  failure: null,
  detail: null,
  durationMs: 3,
  retryAfterMs: null,
};
const refused: AttemptOutcome = {
  ...delivered,
  isDelivered: false,
  status: 500,
  failure: 'not_accepted',
};

type Attempt = Parameters<SendAttempt>[0];

describeEngines('the webhook dispatcher', (engine) => {
  let store: Store;
  let clock: TestClock;
  let accountId: string;
  let dispatcher: WebhookDispatcher | null = null;
  let timers: { readonly run: () => void; readonly atMs: number }[];
  let faults: unknown[];

  beforeEach(async () => {
    store = await openStoreAt(await engine.createPlace());
    clock = new TestClock();
    accountId = await addAccount(store);
    timers = [];
    faults = [];
  });

  afterEach(async () => {
    await dispatcher?.close();
    dispatcher = null;
    await store.close();
    expect(faults).toEqual([]);
  });

  const setTimer: SetTimer = (run, delayMs) => {
    const timer = { run, atMs: clock.nowMs() + delayMs };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };

  /** Moves the clock to the next timer of the loop and lets it run. */
  async function runNextTimer(): Promise<void> {
    const next = timers.toSorted((left, right) => left.atMs - right.atMs)[0];
    expect(next).toBeDefined();
    clock.set(Math.max(clock.nowMs(), next?.atMs ?? 0));
    timers = timers.filter((timer) => timer !== next);
    next?.run();
    await dispatcher?.settle();
  }

  async function open(send: SendAttempt, chance = 0.5): Promise<WebhookDispatcher> {
    dispatcher = new WebhookDispatcher({
      db: store.db,
      clock,
      send,
      readSecrets: () => Promise.resolve({ current: 'whsec_a2V5', previous: null }),
      onFault: (error) => faults.push(error),
      setTimer,
      chance: () => chance,
    });
    await dispatcher.settle();
    return dispatcher;
  }

  const add = (url = 'https://a.test/hook'): Promise<string> =>
    addDelivery(store, { accountId, url, nowMs: clock.nowMs() });

  const readState = async () => (await listDeliveries(store.db, accountId, 10))[0];

  it('sends due webhooks, and frees those of a dead sender, when the clock was set back', async () => {
    const sent: string[] = [];
    await open(({ headers }) => {
      sent.push(headers['webhook-id'] ?? '');
      return Promise.resolve(delivered);
    });
    const [waiting, held] = [await add('https://a.test/hook'), await add('https://b.test/hook')];
    await store.db
      .updateTable('webhook_deliveries')
      .set({ lease_until_ms: clock.nowMs() + 60_000 })
      .where('id', '=', held)
      .execute();
    clock.advance(-3_600_000);
    dispatcher?.wake();
    await dispatcher?.settle();
    expect(sent.toSorted()).toEqual([waiting, held].toSorted());
  });

  it('delivers once and logs it', async () => {
    const id = await add();
    const sent: Attempt[] = [];
    await open((attempt) => {
      sent.push(attempt);
      return Promise.resolve(delivered);
    });
    await runNextTimer();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['webhook-id']).toBe(id);
    expect(await readState()).toMatchObject({ state: 'delivered', attempts: 1, nextAtMs: null });
    expect(await listAttempts(store.db, { accountId, deliveryId: id })).toEqual([
      { attempt: 1, at_ms: clock.nowMs() - 2000, duration_ms: 3, http_status: 204, problem: null },
    ]);
  });

  it.each([0, 0.5, 1])('tries twelve times at the exact times (chance %d)', async (chance) => {
    const id = await add();
    const startMs = clock.nowMs();
    const atMs: number[] = [];
    const bodies = new Set<string>();
    await open((attempt) => {
      atMs.push(clock.nowMs() - startMs);
      bodies.add(Buffer.from(attempt.body).toString() + attempt.headers['x-service-signature']);
      return Promise.resolve(refused);
    }, chance);
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      const { nextAtMs } = (await readState()) ?? {};
      const delayMs = Math.round(toNominalDelayMs(attempt) * (0.8 + 0.4 * chance));
      expect(nextAtMs).toBe(clock.nowMs() + delayMs);
      clock.set((nextAtMs ?? 0) - 1);
      dispatcher?.wake();
      await dispatcher?.settle();
      expect(atMs).toHaveLength(attempt - 1);
      clock.advance(1);
      dispatcher?.wake();
      await dispatcher?.settle();
      expect(atMs).toHaveLength(attempt);
    }
    expect(await readState()).toMatchObject({ state: 'given_up', attempts: 12, nextAtMs: null });
    clock.advance(1e9);
    dispatcher?.wake();
    await dispatcher?.settle();
    expect(atMs).toHaveLength(12);
    expect(bodies.size).toBe(1);
    if (chance === 0.5) {
      expect((atMs[11] ?? 0) / 3_600_000).toBeCloseTo(37.67, 2);
    }
    const log = await listAttempts(store.db, { accountId, deliveryId: id });
    expect(log.map(({ attempt, problem }) => [attempt, problem])).toEqual(
      Array.from({ length: 12 }, (_, index) => [index + 1, 'not_accepted (status 500)']),
    );
  });

  it('waits longer at the receiver’s request, never shorter', async () => {
    await add();
    const waits = [90_000, 1000];
    await open(() => Promise.resolve({ ...refused, retryAfterMs: waits.shift() ?? null }));
    expect((await readState())?.nextAtMs).toBe(clock.nowMs() + 90_000);
    clock.advance(90_000);
    dispatcher?.wake();
    await dispatcher?.settle();
    expect((await readState())?.nextAtMs).toBe(clock.nowMs() + 15_000);
  });

  it('wakes by itself when a retry is due or another process queued something', async () => {
    await add();
    let sent = 0;
    await open(() => {
      sent += 1;
      return Promise.resolve(sent === 1 ? refused : delivered);
    });
    for (let timer = 0; timer < 3; timer += 1) {
      await runNextTimer();
    }
    expect(sent).toBe(2);
    const startedAtMs = clock.nowMs();
    await add('https://b.test/hook');
    await runNextTimer();
    expect(sent).toBe(3);
    expect(clock.nowMs() - startedAtMs).toBeLessThanOrEqual(2000);
  });

  it('sends at most two at a time to one host and does not hold up others', async () => {
    const slow = Promise.withResolvers<AttemptOutcome>();
    const running = new Map<string, number>();
    let max = 0;
    for (let count = 0; count < 5; count += 1) {
      await add('https://slow.test/hook');
    }
    const quick = await add('https://quick.test/hook');
    dispatcher = new WebhookDispatcher({
      db: store.db,
      clock,
      readSecrets: () => Promise.resolve({ current: 'whsec_a2V5', previous: null }),
      onFault: (error) => faults.push(error),
      setTimer,
      send: async ({ url }) => {
        const { host } = new URL(url);
        running.set(host, (running.get(host) ?? 0) + 1);
        max = Math.max(max, running.get(host) ?? 0);
        const outcome = host === 'slow.test' ? await slow.promise : delivered;
        running.set(host, (running.get(host) ?? 1) - 1);
        return outcome;
      },
    });
    await expect
      .poll(async () => (await listAttempts(store.db, { accountId, deliveryId: quick })).length)
      .toBe(1);
    expect(running.get('slow.test')).toBe(2);
    slow.resolve(delivered);
    await dispatcher.settle();
    expect(max).toBe(2);
    const states = (await listDeliveries(store.db, accountId, 10)).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 6 }, () => 'delivered'));
  });

  it('keeps senders for other accounts while the receivers of one never answer', async () => {
    const nobody = await addAccount(store);
    for (let count = 0; count < 300; count += 1) {
      const url = `https://a${count % 60}.silent.test/${count}`;
      await addDelivery(store, { accountId: nobody, url, nowMs: clock.nowMs() - 1000 });
    }
    const quick = await add('https://quick.test/hook');
    const running = new Set<string>();
    let max = 0;
    dispatcher = new WebhookDispatcher({
      db: store.db,
      clock,
      readSecrets: () => Promise.resolve({ current: 'whsec_a2V5', previous: null }),
      onFault: (error) => faults.push(error),
      setTimer,
      send: ({ url, signal }) => {
        if (url.includes('quick')) {
          return Promise.resolve(delivered);
        }
        running.add(url);
        max = Math.max(max, running.size);
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    await expect
      .poll(async () => (await listAttempts(store.db, { accountId, deliveryId: quick })).length)
      .toBe(1);
    expect(max).toBe(8);
  });

  it('resends by hand with the same bytes, for the owner only', async () => {
    const id = await add();
    const bodies: string[] = [];
    await open(({ body }) => {
      bodies.push(Buffer.from(body).toString());
      return Promise.resolve(delivered);
    });
    const stranger = await addAccount(store);
    const target = { deliveryId: id, nowMs: clock.nowMs() };
    expect(await resendDelivery(store.db, { ...target, accountId: stranger })).toBe(false);
    expect(await resendDelivery(store.db, { ...target, accountId })).toBe(true);
    dispatcher?.wake();
    await dispatcher?.settle();
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
    const foreign = listAttempts(store.db, { accountId: stranger, deliveryId: id });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    expect(await listAttempts(store.db, { accountId, deliveryId: id })).toHaveLength(2);
  });

  it('resends what is being sent, whatever comes of the running attempt', async () => {
    const id = await add();
    const slots = new DeliverySlots();
    const [claimed] = await claimDue(store.db, { nowMs: clock.nowMs(), leaseMs: 60_000, slots });
    await resendDelivery(store.db, { accountId, deliveryId: id, nowMs: clock.nowMs() });
    const outcome = {
      isDelivered: true,
      status: 204,
      problem: null,
      durationMs: 3,
      nextAtMs: null,
    };
    expect(await finishAttempt(store.db, claimed!, { ...outcome, nowMs: clock.nowMs() })).toBe(
      false,
    );
    expect(await findNextDueMs(store.db)).toBe(clock.nowMs());
  });

  it('makes one more attempt when a delivery that was given up is resent', async () => {
    const id = await add();
    await store.db
      .updateTable('webhook_deliveries')
      .set({ attempt: 12, state: 'given_up' })
      .execute();
    await resendDelivery(store.db, { accountId, deliveryId: id, nowMs: clock.nowMs() });
    let sent = 0;
    await open(() => {
      sent += 1;
      return Promise.resolve(refused);
    });
    expect(sent).toBe(1);
    expect(await readState()).toMatchObject({ state: 'given_up', attempts: 13 });
  });

  it('releases running attempts when it closes, and another dispatcher takes them', async () => {
    await add();
    const started = Promise.withResolvers<null>();
    dispatcher = new WebhookDispatcher({
      db: store.db,
      clock,
      readSecrets: () => Promise.resolve({ current: 'whsec_a2V5', previous: null }),
      onFault: (error) => faults.push(error),
      setTimer,
      send: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          started.resolve(null);
        }),
    });
    await started.promise;
    await dispatcher.close();
    expect(timers).toEqual([]);
    expect(await readState()).toMatchObject({ state: 'pending', attempts: 0 });
    await open(() => Promise.resolve(delivered));
    expect(await readState()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('takes over a delivery when its sender died, and ignores a late result', async () => {
    await add();
    const dead = Promise.withResolvers<AttemptOutcome>();
    const started = Promise.withResolvers<null>();
    const first = new WebhookDispatcher({
      db: store.db,
      clock,
      readSecrets: () => Promise.resolve({ current: 'whsec_a2V5', previous: null }),
      onFault: (error) => faults.push(error),
      setTimer: () => () => undefined,
      send: () => {
        started.resolve(null);
        return dead.promise;
      },
    });
    await started.promise;
    clock.advance(60_000);
    await open(() => Promise.resolve(delivered));
    expect(await readState()).toMatchObject({ state: 'delivered', attempts: 1 });
    dead.resolve(refused);
    await first.settle();
    await first.close();
    expect(await readState()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('keeps one delivery per job', async () => {
    await add();
    const { job_id: jobId } = await store.db
      .selectFrom('webhook_deliveries')
      .select('job_id')
      .executeTakeFirstOrThrow();
    await store.db.transaction().execute((tx) =>
      enqueueDelivery(tx, {
        jobId,
        accountId,
        url: 'https://other.test/',
        content: buildDelivery({}),
        nowMs: clock.nowMs(),
      }),
    );
    expect(await listDeliveries(store.db, accountId, 10)).toHaveLength(1);
  });
});
