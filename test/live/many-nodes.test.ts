import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toMicros } from '../../src/base/money.ts';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { featureNames, features } from '../../src/contract/api/features.ts';
import type { Core } from '../../src/service/start/core.ts';
import type { Store } from '../../src/service/store/open.ts';
import { type ChildServer, openChildServer } from '../bench/child-server.ts';
import { masterKey, openBenchCore } from '../bench/scale/bench-core.ts';
import { audit } from '../service/store/audit.ts';
import {
  findServerPrograms,
  startPostgres,
  type TestPostgres,
  findPostgresProblem,
} from '../service/store/postgres.ts';
import { makeVowel } from '../service/voice-changer/sounds.ts';
import { VoiceClient } from '../service/voice-changer/voice-client.ts';
import { findRoomName } from '../../src/main/live/room-name.ts';
import { describeUnless, itUnless } from '../support/describe-unless.ts';
import { openSwapClient, type SwapClient } from './support/swap-client.ts';
import { listLiveWorkers, publishPlain } from './support/swap-service.ts';

/* Live sessions at services that share a database: two processes, as they are run. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } });

const entry = join(import.meta.dirname, '../../src/service/console/index.ts');
const speech = makeVowel(150, 1);
/** Rooms of a LiveKit server outlive the nodes. */
const isShared = (process.env['LIVEKIT_URL'] ?? '') !== '';
const whyOwnRooms = isShared ? null : 'LIVEKIT_URL names no server';
const whySharedRooms = isShared ? 'LIVEKIT_URL names a server' : null;
const workerKey = 'w'.repeat(32);

describeUnless(findPostgresProblem(), 'live sessions of two nodes', () => {
  let server: TestPostgres;
  let store: Store;
  let core: Core;
  let folder: string;
  let pricing: string;
  let databaseUrl: string;
  let accountId: string;
  let apiKey: string;
  const nodes: ChildServer[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-nodes-'));
    pricing = join(folder, 'prices.json');
    const price = { price_usd: 1, minimum_usd: 0.5 };
    const capabilities = featureNames.map((feature) => {
      const { unit } = features[feature];
      return { feature, unit, ...price };
    });
    await writeFile(pricing, JSON.stringify({ currency: 'USD', version: '1', capabilities }));
    server = await startPostgres(findServerPrograms() ?? '');
    const { host = '', database = '' } = await server.createDatabase();
    databaseUrl = `postgres://guise@localhost/${database}?host=${encodeURIComponent(host)}`;
    ({ store, core } = await openBenchCore(databaseUrl, 2));
    await Promise.all([startNode(), startNode()]);
    ({ id: accountId } = await core.createAccount({ name: 'customer', tier: 'pro' }));
    await core.topUp({ accountId, amountMicros: toMicros(1_000_000_000) });
    ({ secret: apiKey } = await core.createKey({ accountId, name: 'main' }));
  });
  afterAll(async () => {
    expect(await audit(store)).toEqual([]);
    await Promise.all(nodes.map((node) => node.close()));
    await store.close();
    await server.stop();
    await rm(folder, { recursive: true });
    await dispose();
  });

  async function startNode(roles = 'api,live', slots = 2): Promise<ChildServer> {
    const data = await mkdtemp(join(folder, 'data-'));
    const args = ['--json', '--port', '0', '--data', data, '--pricing', pricing];
    const nodeOptions = ['--roles', roles, '--live-slots', String(slots)];
    const node = await openChildServer([entry, 'serve', ...args, ...nodeOptions], {
      GUISE_DATABASE_URL: databaseUrl,
      GUISE_MASTER_KEY: Buffer.from(masterKey).toString('base64'),
      GUISE_LIVE_WORKER_KEY: workerKey,
    });
    nodes.push(node);
    return node;
  }

  const clientOf = (node: ChildServer): ApiClient =>
    createApiClient({ baseUrl: node.line['base_url'] ?? '', apiKey });

  const streamOf = (node: ChildServer, path: string): string =>
    `${node.line['base_url']?.replace('http', 'ws')}/${path}/stream`;

  const readRow = (id: string) =>
    store.db
      .selectFrom('live_sessions as l')
      .innerJoin('nodes as n', 'n.id', 'l.node_id')
      .select(['l.status', 'l.streamed_ms', 'n.url'])
      .where('l.id', '=', id)
      .executeTakeFirst();

  async function openVoice(at: ChildServer): Promise<{ id: string; token: string }> {
    const open = () =>
      clientOf(at).openVoiceChangerSession({
        body: { duration_minutes: 1, voice_id: 'clear-host' },
      });
    await expect.poll(open).toMatchObject({ status: 'ready' });
    const { session_id: id, session_token: token } = await open();
    return { id, token };
  }

  async function speak(voice: VoiceClient, seconds: number): Promise<void> {
    await voice.greet(null);
    for (let second = 0; second < seconds; second += 1) {
      voice.send(speech);
    }
    await voice.receive(speech.length * (seconds - 0.5));
  }

  const connectVoice = (node: ChildServer, token: string): Promise<VoiceClient> =>
    new VoiceClient(streamOf(node, 'voice-changer'), token).open();

  it('are found by a socket at the other node, and continue there when their node dies', async () => {
    const [one, two] = nodes as [ChildServer, ChildServer];
    const { id, token } = await openVoice(one);
    const first = await connectVoice(one, token);
    await speak(first, 1);
    first.socket.terminate();

    const passedOn = await connectVoice(two, token);
    await speak(passedOn, 6);
    const origin = new URL(one.line['base_url'] ?? '').origin;
    await expect.poll(() => readRow(id)).toMatchObject({ status: 'streaming', url: origin });
    await expect.poll(async () => (await readRow(id))?.streamed_ms).toBeGreaterThan(0);

    await one.close('SIGKILL');
    nodes.shift();
    await passedOn.ended;
    const reportedMs = (await readRow(id))?.streamed_ms ?? 0;
    const goesOn = await connectVoice(two, token);
    expect(await readRow(id)).toMatchObject({ status: 'streaming', streamed_ms: reportedMs });
    await speak(goesOn, 2);
    await goesOn.close();

    const read = () => core.readLiveSession(accountId, id);
    await expect.poll(async () => (await read()).status).toBe('ended');
    const ended = await read();
    expect(ended).toMatchObject({ endReason: 'client_closed', streamedMs: reportedMs + 2000 });
    const seconds = Math.ceil(ended.streamedMs / 100) / 10;
    expect(ended.chargedMicros).toBe(Math.round(seconds * 1_000_000));
    await startNode();
  });

  it('have slots of their own, and connect where one is free', async () => {
    const [one] = nodes as [ChildServer];
    const connected: SwapClient[] = [];
    const urls: unknown[] = [];
    for (let index = 0; index < 4; index += 1) {
      // Over REST it would also start a worker.
      const { session, token } = await core.openLiveSession({
        accountId,
        feature: 'real_time_swap_full',
        durationMinutes: 1,
        parameters: {},
        isReady: true,
      });
      connected.push(await openSwapClient(streamOf(one, 'real-time-swap'), token));
      urls.push((await readRow(session.id))?.url);
    }
    const origins = nodes.map(({ line }) => new URL(line['base_url'] ?? '').origin);
    expect(urls).toEqual([origins[0], origins[0], origins[1], origins[1]]);
    await expect(
      clientOf(one).openVoiceChangerSession({ body: { duration_minutes: 2 } }),
    ).rejects.toMatchObject({ code: 'at_capacity' });
    await Promise.all(connected.map((client) => client.close()));
  });

  it('are run by dedicated nodes, for nodes without sessions', async () => {
    const opener = await startNode('api');
    const worker = await startNode('live', 8);
    try {
      const { id, token } = await openVoice(opener);
      const voice = await connectVoice(opener, token);
      await speak(voice, 2);
      const origin = new URL(worker.line['base_url'] ?? '').origin;
      expect(await readRow(id)).toMatchObject({ status: 'streaming', url: origin });
      expect((await fetch(`${origin}/api/v1/voices`)).status).toBe(404);
      await voice.close();
      const read = () => core.readLiveSession(accountId, id);
      await expect.poll(async () => (await read()).status).toBe('ended');
    } finally {
      await Promise.all(nodes.splice(-2).map((node) => node.close()));
    }
  });

  async function openSwap(node: ChildServer): Promise<{ id: string; token: string }> {
    const body = { duration_minutes: 1 };
    const { session_id: id, session_token: token } = await clientOf(node).openSwapSession({ body });
    return { id, token };
  }

  async function joinSwap(node: ChildServer, token: string): Promise<SwapClient> {
    const client = await openSwapClient(streamOf(node, 'real-time-swap'), token);
    client.send({ type: 'session_join', passthrough: true });
    client.send({ type: 'prompt', prompt: 'face' });
    return client;
  }

  async function untilShown(client: SwapClient) {
    const camera = await publishPlain(client);
    await expect.poll(() => camera.videos[0]?.luma ?? 0).toBeGreaterThan(110);
    return camera;
  }

  it('swap at workers of other machines, which connect through any node, and keep their room when a node dies', async () => {
    const opener = await startNode('api');
    const address = new URL(opener.line['base_url'] ?? '').origin;
    const worker = await openChildServer([entry, 'live-worker', address, '--json'], {
      GUISE_LIVE_WORKER_KEY: workerKey,
    });
    try {
      const { id, token } = await openSwap(opener);
      const client = await joinSwap(opener, token);
      const camera = await untilShown(client);
      const [pidOfWorker = 0, ...others] = await listLiveWorkers(worker.pid);
      expect(others).toEqual([]);
      expect(await Promise.all(nodes.map(({ pid }) => listLiveWorkers(pid)))).toEqual(
        nodes.map(() => []),
      );
      process.kill(pidOfWorker, 'SIGKILL');
      const warned = () =>
        client.messages.map((message) => (message.type === 'warning' ? message.code : ''));
      await expect.poll(warned).toContain('worker_restarted');
      const before = camera.videos.length;
      await expect.poll(() => camera.videos.length).toBeGreaterThan(before);
      await expect.poll(() => camera.videos.at(-1)?.luma ?? 0).toBeGreaterThan(110);
      expect(camera.events).not.toContain('disconnected');
      await camera.close();
      await client.close();
      const read = () => core.readLiveSession(accountId, id);
      await expect.poll(async () => (await read()).status).toBe('ended');
    } finally {
      await worker.close();
      await nodes.pop()?.close();
    }
  });

  itUnless(
    whyOwnRooms,
    'stay in their room when the node dies, and show covers meanwhile',
    async () => {
      const [one, two] = nodes as [ChildServer, ChildServer];
      const address = new URL(one.line['base_url'] ?? '').origin;
      const worker = await openChildServer([entry, 'live-worker', address, '--json'], {
        GUISE_LIVE_WORKER_KEY: workerKey,
      });
      try {
        const { id, token } = await openSwap(one);
        const first = await joinSwap(one, token);
        const room = await first.next('room_info');
        const camera = await untilShown(first);
        await expect.poll(async () => (await readRow(id))?.streamed_ms).toBeGreaterThan(0);
        await one.close('SIGKILL');
        nodes.shift();
        await first.closed;
        const [engine] = camera.videos;
        const shown = engine?.frames ?? 0;
        await expect.poll(() => engine?.frames ?? 0).toBeGreaterThan(shown + 10);
        expect(camera.videos).toHaveLength(1);
        const reportedMs = (await readRow(id))?.streamed_ms ?? 0;

        const goesOn = await joinSwap(two, token);
        const next = await goesOn.next('room_info');
        expect(next.livekit_url).toBe(room.livekit_url);
        expect(findRoomName(next.token)).toBe(findRoomName(room.token));
        await expect.poll(() => camera.videos.length).toBe(2);
        await expect.poll(() => camera.videos[1]?.luma ?? 0).toBeGreaterThan(110);
        await expect.poll(async () => (await readRow(id))?.streamed_ms).toBeGreaterThan(reportedMs);
        expect(camera.events).not.toContain('disconnected');
        await camera.close();
        await goesOn.close();
        const read = () => core.readLiveSession(accountId, id);
        await expect.poll(async () => (await read()).status).toBe('ended');
      } finally {
        await worker.close();
        await startNode();
      }
    },
  );

  itUnless(
    whySharedRooms,
    'show the camera in a new room when the node of their room dies, and charge only displayed time',
    async () => {
      const [one, two] = nodes as [ChildServer, ChildServer];
      const { id, token } = await openSwap(one);
      const first = await joinSwap(one, token);
      const { livekit_url: firstRoom } = await first.next('room_info');
      first.cut();
      const passedOn = await joinSwap(two, token);
      expect((await passedOn.next('room_info')).livekit_url).toBe(firstRoom);
      const camera = await untilShown(passedOn);
      await expect.poll(async () => (await readRow(id))?.streamed_ms).toBeGreaterThan(0);

      await one.close('SIGKILL');
      nodes.shift();
      await passedOn.closed;
      await camera.close();
      const reportedMs = (await readRow(id))?.streamed_ms ?? 0;
      const goesOn = await joinSwap(two, token);
      expect((await goesOn.next('warning')).code).toBe('session_moved');
      expect((await goesOn.next('room_info')).livekit_url).not.toBe(firstRoom);
      const again = await untilShown(goesOn);
      const beganMs = performance.now();
      await expect.poll(async () => (await readRow(id))?.streamed_ms).toBeGreaterThan(reportedMs);
      await again.close();
      await goesOn.close();
      const read = () => core.readLiveSession(accountId, id);
      await expect.poll(async () => (await read()).status).toBe('ended');
      const { streamedMs, endReason } = await read();
      expect(endReason).toBe('client_closed');
      // Counted from the first frame, which arrived shortly before the test observed it.
      expect(streamedMs - reportedMs).toBeLessThan(performance.now() - beganMs + 5000);
    },
  );
});
