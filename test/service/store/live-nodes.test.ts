import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveFeature } from '../../../src/contract/api/features.ts';
import { NodePresence } from '../../../src/service/nodes/node-presence.ts';
import { nodeRoles } from '../../../src/service/nodes/roles.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import { audit } from './audit.ts';
import { openStoreAt } from './place.ts';
import {
  findServerPrograms,
  startPostgres,
  type TestPostgres,
  findPostgresProblem,
} from './postgres.ts';
import { createWorld, TestClock, usd, type World } from './world.ts';

const leaseMs = 9000;
const usualSlots = 2;

/* Ownership of a live session when several nodes share a database. */
describeUnless(findPostgresProblem(), 'live sessions on nodes', () => {
  let server: TestPostgres;
  let store: Store;
  let clock: TestClock;
  let account: World['account'];

  beforeAll(async () => {
    server = await startPostgres(findServerPrograms() ?? '');
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    store = await openStoreAt({ engine: 'postgres', connection: await server.createDatabase() });
    clock = new TestClock();
    const world = await createWorld(store, { clock });
    ({ account } = world);
    await world.topUp(usd(900));
    return async () => {
      expect(await audit(store)).toEqual([]);
      await store.close();
    };
  });

  async function start(
    url: string,
    liveFeatures: readonly LiveFeature[] = ['real_time_swap_full'],
    liveSlots = usualSlots,
  ) {
    const shared = {
      store,
      clock,
      leaseMs,
      roles: nodeRoles,
      installed: new Set<never>(),
      liveFeatures,
    };
    const presence = new NodePresence({ ...shared, slots: 0, liveSlots });
    await presence.join();
    await presence.listensAt(url);
    const policy = { maxStreams: liveSlots, accountStreams: 30 };
    const { core } = await createWorld(store, {
      clock,
      nodeId: presence.id,
      policy,
      isInstalled: (feature) => liveFeatures.some((name) => name === feature),
    });
    return { presence, core, url };
  }
  type Node = Awaited<ReturnType<typeof start>>;

  const startThree = async (): Promise<[Node, Node, Node]> => [
    await start('http://10.0.0.1:1'),
    await start('http://10.0.0.2:1'),
    await start('http://10.0.0.3:1'),
  ];

  async function open(
    { core }: Node,
    feature: LiveFeature = 'real_time_swap_full',
  ): Promise<{ id: string; token: string }> {
    const request = { accountId: account.id, durationMinutes: 1, parameters: {}, isReady: true };
    const { session, token } = await core.openLiveSession({ ...request, feature });
    return { id: session.id, token };
  }

  async function stream(node: Node): Promise<{ id: string; token: string }> {
    const opened = await open(node);
    await node.core.joinLiveSession('real_time_swap_full', opened.token);
    await node.core.startLiveStream(opened.id);
    await node.core.reportStreamed(opened.id, 10_000);
    return opened;
  }

  const beat = (...nodes: Node[]) => Promise.all(nodes.map(({ presence }) => presence.beat(0)));

  const readSession = ({ core }: Node, id: string) => core.readLiveSession(account.id, id);

  it('are routed to the node that runs them, while it is alive', async () => {
    const [one, two] = await startThree();
    const { token } = await stream(one);
    expect(await one.core.findLiveNode(token)).toBeNull();
    expect(await two.core.findLiveNode(token)).toEqual({ id: one.presence.id, url: one.url });
    await expect(two.core.joinLiveSession('real_time_swap_full', token)).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'session_taken' },
    });
    clock.advance(leaseMs + 1);
    await beat(two);
    expect(await two.core.findLiveNode(token)).toBeNull();
    expect(await two.core.findLiveNode('st_none')).toBeNull();
  });

  it('continue at another node when theirs is lost, which can then neither charge nor end them', async () => {
    const [one, two] = await startThree();
    const { id, token } = await stream(one);
    clock.advance(leaseMs + 1);
    await beat(two);
    const taken = await two.core.joinLiveSession('real_time_swap_full', token);
    expect(taken).toMatchObject({ id, status: 'streaming', streamedMs: 10_000 });
    // The node was cut off and comes back.
    await beat(one);
    expect((await one.core.reportStreamed(id, 40_000)).isRunning).toBe(false);
    expect((await one.core.extendLiveSession(id, { isActive: true })).isRunning).toBe(false);
    await one.core.endLiveSession(id, { streamedMs: 50_000, reason: 'client_closed', by: 'run' });
    expect(await readSession(one, id)).toMatchObject({ status: 'streaming', streamedMs: 10_000 });
    await two.core.reportStreamed(id, 12_000);
    await two.core.endLiveSession(id, { streamedMs: 13_000, reason: 'client_closed', by: 'run' });
    const ended = { status: 'ended', streamedMs: 13_000, chargedMicros: usd(13) };
    expect(await readSession(two, id)).toMatchObject(ended);
  });

  it('of a node without the engine are opened when another node has it, and refused otherwise with a reason', async () => {
    const [one, two] = [await start('http://10.0.0.1:1', []), await start('http://10.0.0.2:1')];
    const { core } = await createWorld(store, {
      clock,
      nodeId: one.presence.id,
      policy: { maxStreams: usualSlots },
      isRunHere: () => false,
    });
    const { token } = await open({ ...one, core });
    expect(await core.findLiveNode(token)).toEqual({ id: two.presence.id, url: two.url });
    await expect(core.joinLiveSession('real_time_swap_full', token)).rejects.toMatchObject({
      code: 'capability_unavailable',
    });
    expect(await two.core.joinLiveSession('real_time_swap_full', token)).toMatchObject({
      status: 'joined',
    });
  });

  it('are taken over by only one node', async () => {
    const [one, two, three] = await startThree();
    const { token } = await stream(one);
    clock.advance(leaseMs + 1);
    await beat(two, three);
    const joins = await Promise.allSettled(
      [two, three, two, three].map(({ core }) =>
        core.joinLiveSession('real_time_swap_full', token),
      ),
    );
    expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('continue at once when their node is gone, or a successor has its address', async () => {
    const [one, two] = await startThree();
    const [first, second] = [await stream(one), await stream(one)];
    const successor = await start(one.url);
    await successor.core.joinLiveSession('real_time_swap_full', first.token);
    await two.core.noteNodeGone(one.presence.id);
    expect(await two.core.findLiveNode(second.token)).toBeNull();
    await two.core.joinLiveSession('real_time_swap_full', second.token);
    expect((await readSession(two, second.id)).streamedMs).toBe(10_000);
  });

  it('connect at the node with most free slots when their own node has none', async () => {
    const [one, two, three] = await startThree();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(one)));
    const [a = '', b = '', c = '', d = '', late = ''] = opened.map(({ token }) => token);
    const join = ({ core }: Node, token: string) =>
      core.joinLiveSession('real_time_swap_full', token);
    await join(two, a);
    expect(await one.core.findLiveNode(b)).toBeNull();
    await join(one, b);
    await join(one, c);
    expect((await one.core.findLiveNode(d))?.id).toBe(three.presence.id);
    await expect(join(one, d)).rejects.toMatchObject({ code: 'at_capacity' });
    await three.presence.drain();
    expect((await one.core.findLiveNode(d))?.id).toBe(two.presence.id);
    expect((await three.core.findLiveNode(d))?.id).toBe(two.presence.id);
    await join(two, d);
    await expect(open(one)).rejects.toMatchObject({ code: 'at_capacity' });
    expect(await one.core.findLiveNode(late)).toBeNull();
  });

  it('connect to no node that cannot run them, even with free slots there', async () => {
    const one = await start('http://10.0.0.1:1');
    await start('http://10.0.0.2:1', ['voice_changer']);
    const opened = [await open(one), await open(one), await open(one)];
    for (const { token } of opened.slice(0, usualSlots)) {
      await one.core.joinLiveSession('real_time_swap_full', token);
    }
    expect(await one.core.findLiveNode(opened[usualSlots]?.token ?? '')).toBeNull();
    await expect(open(one)).rejects.toMatchObject({ code: 'at_capacity' });
    const three = await start('http://10.0.0.3:1');
    expect((await one.core.findLiveNode(opened[usualSlots]?.token ?? ''))?.id).toBe(
      three.presence.id,
    );
    await open(one);
  });

  it('take a slot as swaps, and an eighth of one as voices', async () => {
    const both = ['real_time_swap_full', 'voice_changer'] as const;
    const [one, two] = [
      await start('http://10.0.0.1:1', both),
      await start('http://10.0.0.2:1', both),
    ];
    const join = async (node: Node, feature: LiveFeature): Promise<void> => {
      const { token } = await open(one, feature);
      await node.core.joinLiveSession(feature, token);
    };
    await join(one, 'real_time_swap_full');
    for (let voices = 0; voices < 8; voices += 1) {
      await join(one, 'voice_changer');
    }
    await join(two, 'voice_changer');
    const [voice, swap] = [await open(one, 'voice_changer'), await open(one)];
    expect((await one.core.findLiveNode(voice.token))?.id).toBe(two.presence.id);
    await expect(one.core.joinLiveSession('voice_changer', voice.token)).rejects.toMatchObject({
      code: 'at_capacity',
    });
    await two.core.joinLiveSession('real_time_swap_full', swap.token);
    // Seven eighths of a slot are free there: enough for a voice, too little for a swap.
    await expect(open(one)).rejects.toMatchObject({ code: 'at_capacity' });
    await two.core.joinLiveSession('voice_changer', voice.token);
  });

  it('are 24 voices at a node at most, for any number of slots', async () => {
    const voices = ['voice_changer'] as const;
    const one = await start('http://10.0.0.1:1', voices, 8);
    for (let count = 0; count < 24; count += 1) {
      const { token } = await open(one, 'voice_changer');
      await one.core.joinLiveSession('voice_changer', token);
    }
    await expect(open(one, 'voice_changer')).rejects.toMatchObject({ code: 'at_capacity' });
    const two = await start('http://10.0.0.2:1', voices);
    const { token } = await open(one, 'voice_changer');
    expect((await one.core.findLiveNode(token))?.id).toBe(two.presence.id);
    await expect(one.core.joinLiveSession('voice_changer', token)).rejects.toMatchObject({
      code: 'at_capacity',
    });
  });

  it('that did not stream can be joined again after their node, and streams end with the reported time', async () => {
    const [one, two] = await startThree();
    const waiting = await open(one);
    await one.core.joinLiveSession('real_time_swap_full', waiting.token);
    const { id } = await stream(one);
    clock.advance(leaseMs + 1);
    await beat(two);
    await two.core.reapLiveSessions();
    expect((await readSession(two, waiting.id)).status).toBe('created');
    expect((await readSession(two, id)).status).toBe('streaming');
    clock.advance(two.core.context.policy.liveSilenceMs);
    await beat(two);
    await two.core.reapLiveSessions();
    const ended = { endReason: 'connection_lost', chargedMicros: usd(10) };
    expect(await readSession(two, id)).toMatchObject(ended);
  });
});
