import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveRequest } from '../../../src/service/live/session/open-session.ts';
import { listClaimedLive } from '../../../src/service/store/statements/live-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, usd, type World } from './world.ts';

describeEngines('live sessions', (engine) => {
  let store: Store;
  let world: World;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(async () => {
    expect(await audit(store)).toEqual([]);
    await store.close();
  });
  beforeEach(async () => {
    world = await createWorld(store, { policy: { maxStreams: 100, accountStreams: 100 } });
  });

  const request = (changes: Partial<LiveRequest> = {}): LiveRequest => ({
    accountId: world.account.id,
    feature: 'real_time_swap_full',
    durationMinutes: 1,
    parameters: { prompt: 'a knight' },
    isReady: true,
    ...changes,
  });

  async function openStream(): Promise<string> {
    const { session, token } = await world.core.openLiveSession(request());
    await world.core.joinLiveSession('real_time_swap_full', token);
    await world.core.startLiveStream(session.id);
    return session.id;
  }

  async function readMoney(): Promise<readonly number[]> {
    const balance = await world.core.readBalance(world.account.id);
    return [balance.balanceMicros, balance.heldMicros, balance.totalSpentMicros];
  }

  it('needs the whole cost to open, and takes nothing before it streams', async () => {
    await world.topUp(usd(59));
    await expect(world.core.openLiveSession(request())).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    await world.topUp(usd(1));
    const { session, token } = await world.core.openLiveSession(request());
    expect(session).toMatchObject({
      status: 'created',
      maxDurationSec: 60,
      maxCostMicros: usd(60),
    });
    expect(await readMoney()).toEqual([usd(60), 0, 0]);
    await world.core.joinLiveSession('real_time_swap_full', token);
    await world.core.startLiveStream(session.id);
    expect(await readMoney()).toEqual([0, usd(60), 0]);
  });

  it.each([
    [0, 0],
    [1, 0.5],
    [30_050, 30.1],
    [60_000, 60],
    [99_000, 60],
  ])('charges %i ms of streaming %f dollars', async (streamedMs, dollars) => {
    await world.topUp(usd(100));
    const id = await openStream();
    const ended = await world.core.endLiveSession(id, { streamedMs, reason: 'client_closed' });
    expect(ended).toMatchObject({ status: 'ended', chargedMicros: usd(dollars) });
    expect(await readMoney()).toEqual([usd(100 - dollars), 0, usd(dollars)]);
    const [row] = await world.core.readUsage(world.account.id, { limit: 1 });
    expect(row).toMatchObject({ id, endpoint: 'real-time-swap/session', status: 'succeeded' });
  });

  it('charges once when several ends race, and keeps the reported time', async () => {
    await world.topUp(usd(100));
    const id = await openStream();
    await world.core.reportStreamed(id, 20_000);
    await world.core.reportStreamed(id, 10_000);
    const ends = await Promise.all(
      ['client_closed', 'time_used_up', 'shutdown'].map((reason) =>
        world.core.endLiveSession(id, { streamedMs: 5000, reason }),
      ),
    );
    expect(new Set(ends.map(({ endReason }) => endReason)).size).toBe(1);
    expect(await readMoney()).toEqual([usd(80), 0, usd(20)]);
    expect(await world.core.reportStreamed(id, 30_000)).toMatchObject({ isRunning: false });
  });

  it('is joined by one connection at a time, with its own token only', async () => {
    await world.topUp(usd(100));
    const { session, token } = await world.core.openLiveSession(request());
    const join = () => world.core.joinLiveSession('real_time_swap_full', token);
    await expect(world.core.joinLiveSession('voice_changer', token)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(
      world.core.joinLiveSession('real_time_swap_full', 'st_none'),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    const joins = await Promise.allSettled([join(), join()]);
    expect(joins.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await world.core.leaveLiveSession(session.id);
    await join();
    await world.core.endLiveSession(session.id, { streamedMs: 0, reason: 'client_closed' });
    await expect(join()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await readMoney()).toEqual([usd(100), 0, 0]);
    expect((await world.core.readJob(world.account.id, session.id)).status).toBe('canceled');
  });

  it('does not stream when the balance was spent meanwhile', async () => {
    await world.topUp(usd(60));
    const [first, second] = [
      await world.core.openLiveSession(request()),
      await world.core.openLiveSession(request()),
    ];
    for (const { token } of [first, second]) {
      await world.core.joinLiveSession('real_time_swap_full', token);
    }
    await world.core.startLiveStream(first.session.id);
    await expect(world.core.startLiveStream(second.session.id)).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    const left = await world.core.readLiveSession(world.account.id, second.session.id);
    expect(left.status).toBe('joined');
  });

  it('answers a repeated request with the same session while the engine starts', async () => {
    await world.topUp(usd(100));
    const starting = request({ feature: 'voice_changer', isReady: false });
    const first = await world.core.openLiveSession(starting);
    const again = await world.core.openLiveSession(starting);
    const ready = await world.core.openLiveSession({ ...starting, isReady: true });
    expect([again.session.id, ready.session.id]).toEqual([first.session.id, first.session.id]);
    await expect(world.core.joinLiveSession('voice_changer', first.token)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await world.core.joinLiveSession('voice_changer', ready.token);
    const next = await world.core.openLiveSession({ ...starting, isReady: true });
    expect(next.session.id).not.toBe(first.session.id);
  });

  it('gives each key of an account a session of its own while the engine starts', async () => {
    await world.topUp(usd(100));
    const starting = request({ feature: 'voice_changer', isReady: false });
    const open = (keyId: string) => world.core.openLiveSession({ ...starting, keyId });
    const [one, other, again] = [await open('one'), await open('other'), await open('one')];
    expect(other.session.id).not.toBe(one.session.id);
    expect(again.session.id).toBe(one.session.id);
    await world.core.joinLiveSession('voice_changer', other.token);
  });

  it('lets nobody join or begin with the token of a key that was revoked, and lets a stream go on', async () => {
    await world.topUp(usd(200));
    const { core, account } = world;
    const { key } = await core.createKey({ accountId: account.id, name: 'leaked' });
    const open = () => core.openLiveSession({ ...request(), keyId: key.id });
    const [running, waiting, joined] = [await open(), await open(), await open()];
    const join = ({ token }: { readonly token: string }) =>
      core.joinLiveSession('real_time_swap_full', token);
    await join(running);
    await join(joined);
    await core.startLiveStream(running.session.id);
    await core.revokeKey(account.id, key.id);
    await expect(join(waiting)).rejects.toMatchObject({ code: 'unauthorized' });
    const { heldMicros } = await core.readAccount(account.id);
    const start = core.startLiveStream(joined.session.id);
    await expect(start).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await core.readAccount(account.id)).heldMicros).toBe(heldMicros);
    const id = running.session.id;
    const ended = await core.endLiveSession(id, { streamedMs: 1000, reason: 'client_closed' });
    expect(ended).toMatchObject({ chargedMicros: usd(1) });
  });

  it('keeps sessions of a store that had no keys of sessions, whoever asked for them', async () => {
    const place = await engine.createPlace();
    const before = await openStoreAt(place);
    const old = await createWorld(before);
    await old.topUp(usd(200));
    const starting = { ...request({ feature: 'voice_changer' }), accountId: old.account.id };
    const streaming = await old.core.openLiveSession(starting);
    await old.core.joinLiveSession('voice_changer', streaming.token);
    await old.core.startLiveStream(streaming.session.id);
    const waiting = await old.core.openLiveSession({ ...starting, isReady: false });
    await sql.raw('alter table live_sessions drop column key_id').execute(before.db);
    await sql.raw(`update meta set value = '11' where key = 'schema_version'`).execute(before.db);
    await before.close();

    const after = await openStoreAt(place);
    const { core } = await createWorld(after);
    const withKey = await core.openLiveSession({ ...starting, keyId: 'one', isReady: false });
    expect(withKey.session.id).not.toBe(waiting.session.id);
    await core.joinLiveSession('voice_changer', waiting.token);
    await core.endLiveSession(streaming.session.id, { streamedMs: 1000, reason: 'client_closed' });
    expect(await audit(after)).toEqual([]);
    await after.close();
  });

  it('ends sessions that never connect and streams that fell silent', async () => {
    await world.topUp(usd(200));
    const { liveExpiryMs, liveSilenceMs } = world.core.context.policy;
    const { session, token } = await world.core.openLiveSession(request());
    const streaming = await openStream();
    await world.core.reportStreamed(streaming, 10_000);
    world.clock.advance(liveSilenceMs + 1);
    await world.core.reapLiveSessions();
    expect(await world.core.readLiveSession(world.account.id, streaming)).toMatchObject({
      status: 'ended',
      endReason: 'connection_lost',
      chargedMicros: usd(10),
    });
    world.clock.advance(liveExpiryMs);
    await expect(world.core.joinLiveSession('real_time_swap_full', token)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await world.core.reapLiveSessions();
    expect(await world.core.readLiveSession(world.account.id, session.id)).toMatchObject({
      status: 'ended',
      endReason: 'expired',
      chargedMicros: 0,
    });
  });

  it('are settled when their service died: streams end, the others can be joined again', async () => {
    await world.topUp(usd(200));
    const streaming = await openStream();
    await world.core.reportStreamed(streaming, 20_000);
    const { session, token } = await world.core.openLiveSession(request());
    await world.core.joinLiveSession('real_time_swap_full', token);
    await world.core.recoverLiveSessions();
    expect(await world.core.readLiveSession(world.account.id, streaming)).toMatchObject({
      status: 'ended',
      endReason: 'connection_lost',
      chargedMicros: usd(20),
    });
    const again = await world.core.joinLiveSession('real_time_swap_full', token);
    expect(again.id).toBe(session.id);
  });

  it.each(['created', 'joined'])(
    'are canceled without charge while they are %s',
    async (status) => {
      await world.topUp(usd(100));
      const { session, token } = await world.core.openLiveSession(request());
      if (status === 'joined') {
        await world.core.joinLiveSession('real_time_swap_full', token);
      }
      const cancel = () => world.core.cancelJob(world.account.id, session.id);
      expect(await cancel()).toMatchObject({ status: 'canceled', chargedMicros: 0 });
      expect(await cancel()).toMatchObject({ status: 'canceled', chargedMicros: 0 });
      expect(await readMoney()).toEqual([usd(100), 0, 0]);
      expect(await world.core.readLiveSession(world.account.id, session.id)).toMatchObject({
        status: 'ended',
        endReason: 'canceled',
      });
      await expect(world.core.joinLiveSession('real_time_swap_full', token)).rejects.toMatchObject({
        code: 'unauthorized',
      });
    },
  );

  it('that stream are settled for the streamed time when they are canceled, once', async () => {
    await world.topUp(usd(100));
    const id = await openStream();
    await world.core.reportStreamed(id, 20_000);
    const cancels = await Promise.allSettled(
      Array.from({ length: 4 }, () => world.core.cancelJob(world.account.id, id)),
    );
    const done = cancels.filter(({ status }) => status === 'fulfilled');
    expect(done.length).toBeGreaterThan(0);
    expect(done).toContainEqual({
      status: 'fulfilled',
      value: expect.objectContaining({ status: 'succeeded', chargedMicros: usd(20) }),
    });
    expect(await readMoney()).toEqual([usd(80), 0, usd(20)]);
    await expect(world.core.cancelJob(world.account.id, id)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const other = await world.core.createAccount({ name: 'Other' });
    await expect(world.core.cancelJob(other.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('live on while their client is active, an hour at most', async () => {
    await world.topUp(usd(100));
    const { liveExpiryMs, liveWaitMs } = world.core.context.policy;
    const { session, token } = await world.core.openLiveSession(request());
    await world.core.joinLiveSession('real_time_swap_full', token);
    const run = { end: () => Promise.resolve() };
    const release = world.core.context.liveRuns.add(session.id, run);
    const endMs = world.clock.nowMs() + liveWaitMs;
    let state = await world.core.extendLiveSession(session.id, { isActive: true });
    while (state.isRunning) {
      world.clock.advance(liveExpiryMs / 2);
      await world.core.reapLiveSessions();
      state = await world.core.extendLiveSession(session.id, { isActive: true });
    }
    release();
    expect(world.clock.nowMs()).toBe(endMs);
    expect(state.endReason).toBe('expired');
    const { status } = await world.core.readJob(world.account.id, session.id);
    expect(status).toBe('canceled');
  });

  it('end in time when their client is connected and inactive', async () => {
    await world.topUp(usd(100));
    const { session, token } = await world.core.openLiveSession(request());
    await world.core.joinLiveSession('real_time_swap_full', token);
    const keep = () => world.core.extendLiveSession(session.id, { isActive: false });
    expect(await keep()).toEqual({ isRunning: true, endReason: null });
    world.clock.advance(world.core.context.policy.liveExpiryMs);
    expect(await keep()).toEqual({ isRunning: false, endReason: 'expired' });
  });

  it('of this node outlive a clock that is set forward, and those of others do not', async () => {
    await world.topUp(usd(200));
    const [here, elsewhere] = [await openStream(), await openStream()];
    const release = world.core.context.liveRuns.add(here, { end: () => Promise.resolve() });
    world.clock.advance(2 * world.core.context.policy.liveSilenceMs);
    await world.core.reapLiveSessions();
    const read = (id: string) => world.core.readLiveSession(world.account.id, id);
    expect((await read(here)).status).toBe('streaming');
    expect((await read(elsewhere)).endReason).toBe('connection_lost');
    release();
    await world.core.reapLiveSessions();
    expect((await read(here)).endReason).toBe('connection_lost');
  });

  it('of an earlier run are released when a sweep found them twice', async () => {
    await world.topUp(usd(300));
    const { core } = world;
    const [left, streamed] = [await openStream(), await openStream()];
    const { session, token } = await core.openLiveSession(request());
    await core.joinLiveSession('real_time_swap_full', token);
    const release = core.context.liveRuns.add(streamed, { end: () => Promise.resolve() });
    const read = async (id: string) => (await core.readLiveSession(world.account.id, id)).status;
    const readAll = () => Promise.all([left, streamed, session.id].map(read));
    await core.reapLiveSessions();
    expect(await readAll()).toEqual(['streaming', 'streaming', 'joined']);
    await core.reapLiveSessions();
    expect(await readAll()).toEqual(['ended', 'streaming', 'created']);
    release();
  });

  it('joined again by their client during the release stay with it', async () => {
    await world.topUp(usd(300));
    const { core } = world;
    const opened = [await core.openLiveSession(request()), await core.openLiveSession(request())];
    for (const { session, token } of opened) {
      await core.joinLiveSession('real_time_swap_full', token);
      await core.startLiveStream(session.id);
    }
    const [first, second] = opened;
    await core.reapLiveSessions();
    // One of two sessions that a check found: its run begins only after the next check.
    world.clock.advance(1000);
    const take = { hasNoRun: true };
    await core.joinLiveSession('real_time_swap_full', second?.token ?? '', take);
    await core.reapLiveSessions();
    const read = (id = '') => core.readLiveSession(world.account.id, id);
    expect((await read(first?.session.id)).endReason).toBe('connection_lost');
    expect((await read(second?.session.id)).status).toBe('streaming');
    const listed = await listClaimedLive(world.store.db);
    const row = listed.find(({ id }) => id === second?.session.id);
    world.clock.advance(1000);
    await core.joinLiveSession('real_time_swap_full', second?.token ?? '', take);
    await core.endLiveSession(row?.id ?? '', { streamedMs: 0, reason: 'late', listed: row });
    expect((await read(row?.id)).status).toBe('streaming');
  });

  it('of an earlier run are taken over by a caller that knows that it ended', async () => {
    await world.topUp(usd(120));
    const { core } = world;
    const take = (token: string, hasNoRun: boolean) =>
      core.joinLiveSession('real_time_swap_full', token, { hasNoRun });
    const { session, token } = await core.openLiveSession(request());
    await core.joinLiveSession('real_time_swap_full', token);
    await expect(take(token, false)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await take(token, true)).toMatchObject({ id: session.id, status: 'joined' });
    await core.startLiveStream(session.id);
    await core.reportStreamed(session.id, 10_000);
    await expect(take(token, false)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await take(token, true)).toMatchObject({ status: 'streaming', streamedMs: 10_000 });
    await core.endLiveSession(session.id, {
      streamedMs: 12_000,
      reason: 'client_closed',
      by: 'run',
    });
    await expect(take(token, true)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('get a slot when they connect, within the limits of the account and of the service', async () => {
    const small = await createWorld(store, {
      policy: { maxStreams: 1 + (await countConnected()) },
    });
    await small.topUp(usd(1000));
    const open = () => small.core.openLiveSession({ ...request(), accountId: small.account.id });
    const opened = [await open(), await open(), await open(), await open()];
    const joins = await Promise.allSettled(
      opened.map(({ token }) => small.core.joinLiveSession('real_time_swap_full', token)),
    );
    expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const join of joins.filter(({ status }) => status === 'rejected')) {
      expect(join).toMatchObject({ reason: { code: 'at_capacity' } });
    }
    await expect(open()).rejects.toMatchObject({ code: 'at_capacity' });
    const index = joins.findIndex(({ status }) => status === 'fulfilled');
    await small.core.leaveLiveSession(opened[index]!.session.id);
    await small.core.joinLiveSession('real_time_swap_full', opened[(index + 1) % 4]!.token);
    for (const { session } of opened) {
      await small.core.cancelJob(small.account.id, session.id);
    }
  });

  it('of one account leave room for those of others', async () => {
    await world.topUp(usd(1000));
    const fair = await createWorld(store, { policy: { maxStreams: 1000 } });
    const join = async (accountId: string): Promise<string> => {
      const { token } = await fair.core.openLiveSession({ ...request(), accountId });
      return (await fair.core.joinLiveSession('real_time_swap_full', token)).id;
    };
    await fair.topUp(usd(1000));
    // The number of concurrent jobs of the default tier.
    const ids = [await join(fair.account.id), await join(fair.account.id)];
    await expect(join(fair.account.id)).rejects.toMatchObject({ code: 'at_capacity' });
    await join(world.account.id);
    await fair.core.cancelJob(fair.account.id, ids[0]!);
    await join(fair.account.id);
  });

  it('without a connection are bounded too', async () => {
    const narrow = await createWorld(store, { policy: { accountLiveSessions: 3 } });
    await narrow.topUp(usd(1000));
    const open = () => narrow.core.openLiveSession({ ...request(), accountId: narrow.account.id });
    const opens = await Promise.allSettled(Array.from({ length: 10 }, open));
    expect(opens.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3);
    narrow.clock.advance(narrow.core.context.policy.liveExpiryMs + 1);
    await narrow.core.reapLiveSessions();
    await open();
  });

  async function countConnected(): Promise<number> {
    const rows = await store.db
      .selectFrom('live_sessions')
      .select('id')
      .where('status', 'in', ['joined', 'streaming'])
      .execute();
    return rows.length;
  }
});
