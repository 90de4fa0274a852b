import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSharedRateLimiter } from '../../../src/service/http/shared-rate-limit.ts';
import { NodePresence } from '../../../src/service/nodes/node-presence.ts';
import { nodeRoles } from '../../../src/service/nodes/roles.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt, type StoreLocation } from './place.ts';
import { TestClock } from './world.ts';

const leaseMs = 9000;

describeEngines('nodes of a database', (engine) => {
  let place: StoreLocation;
  let stores: Store[];
  let clock: TestClock;
  beforeEach(async () => {
    place = await engine.createPlace();
    stores = [await openStoreAt(place)];
    clock = new TestClock();
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  async function join(options: Partial<ConstructorParameters<typeof NodePresence>[0]> = {}) {
    const installed = new Set(['avatar'] as const);
    const [store] = stores as [Store];
    const liveFeatures = ['voice_changer'] as const;
    const own = { roles: nodeRoles, installed, liveFeatures, slots: 2, liveSlots: 4 };
    const made = { store, clock, leaseMs, ...own };
    const node = new NodePresence({ ...made, ...options });
    await node.join();
    return node;
  }

  it('lists a node that is alone', async () => {
    const node = await join();
    await node.listensAt('http://127.0.0.1:1');
    await node.beat(1);
    expect(await node.list()).toMatchObject([
      { id: node.id, state: 'active', roles: nodeRoles, slots: 2, url: 'http://127.0.0.1:1' },
    ]);
    await node.drain();
    expect(node.isDraining).toBe(true);
    expect(await node.list()).toMatchObject([{ state: 'draining', running: 1 }]);
  });

  if (engine.engine === 'sqlite') {
    return;
  }

  it('offers the capabilities of the node with the role, sessions included', async () => {
    const opener = await join({ roles: ['api'] });
    expect([opener.offers('avatar'), opener.offers('voice_changer')]).toEqual([false, false]);
    await join({ roles: ['live'] });
    await opener.beat(0);
    expect([opener.offers('avatar'), opener.offers('voice_changer')]).toEqual([false, true]);
    expect(opener.offers('real_time_swap_full')).toBe(false);
  });

  it('offer the capabilities of all nodes, for two minutes after they are gone', async () => {
    const api = await join({ roles: ['api'] });
    expect(api.offers('avatar')).toBe(false);
    const worker = await join({ roles: ['jobs'] });
    await api.beat(0);
    expect([api.offers('avatar'), api.offers('lip_sync')]).toEqual([true, false]);
    await worker.leave();
    clock.advance(120_000);
    await api.beat(0);
    expect(api.offers('avatar')).toBe(true);
    clock.advance(1);
    await api.beat(0);
    expect(api.offers('avatar')).toBe(false);
  });

  it('list which node is lost and which has stopped', async () => {
    const [one, two, three] = [await join(), await join(), await join()];
    await three.leave();
    clock.advance(leaseMs);
    await one.beat(0);
    clock.advance(1);
    const states = new Map((await one.list()).map(({ id, state }) => [id, state]));
    expect([one, two, three].map(({ id }) => states.get(id))).toEqual([
      'active',
      'lost',
      'stopped',
    ]);
  });

  it('count the requests of a key together, exactly', async () => {
    stores.push(await openStoreAt(place), await openStoreAt(place));
    const limiters = stores.map(({ db }) => createSharedRateLimiter(db, () => clock.nowMs()));
    const ask = async (count: number, key = 'key'): Promise<number> => {
      const asked = Array.from({ length: count }, async (_, at) =>
        limiters[at % 3]?.consume(key, 60),
      );
      const verdicts = await Promise.all(asked);
      return verdicts.filter((verdict) => verdict?.isAllowed).length;
    };
    expect(await ask(200)).toBe(60);
    expect(await ask(61, 'other')).toBe(60);
    expect(await ask(10)).toBe(0);
    clock.advance(5000);
    expect(await ask(20)).toBe(5);
    clock.advance(3_600_000);
    expect(await ask(200)).toBe(60);
  });

  it('return when the next request is admitted, like a single node', async () => {
    const limiter = createSharedRateLimiter(stores[0]!.db, () => clock.nowMs());
    expect(await limiter.consume('key', 2)).toEqual({
      isAllowed: true,
      limit: 2,
      remaining: 1,
      resetSec: 30,
      retryAfterSec: 0,
    });
    await limiter.consume('key', 2);
    clock.advance(10_000);
    const refused = { isAllowed: false, remaining: 0, resetSec: 50, retryAfterSec: 20 };
    expect(await limiter.consume('key', 2)).toMatchObject(refused);
    // From memory: the time of the next free request is known.
    expect(limiter.consume('key', 2)).toMatchObject(refused);
    clock.advance(20_000);
    expect(await limiter.consume('key', 2)).toMatchObject({ isAllowed: true });
  });
});
