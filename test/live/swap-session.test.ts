import { readFileSync } from 'node:fs';
import { dispose } from '@livekit/rtc-node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../../src/contract/api/operations.ts';
import { callOperation } from '../contract/support/http-call.ts';
import { openWorld } from '../contract/support/world.ts';
import { monaLisa } from '../media/support/stills.ts';
import { audit } from '../service/store/audit.ts';
import { readRefusal, type SwapClient } from './support/swap-client.ts';
import {
  listLiveWorkers,
  openSwapService,
  publishPlain,
  type SwapService,
} from './support/swap-service.ts';

/*
 * Sessions from the first message to the bill, with a camera without a face: messages of the socket, cost, and
 * behaviour after losses.
 */

// Workers load networks, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } });

let service: SwapService;
let opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  service = await openSwapService({
    policy: { maxStreams: 50, accountStreams: 50, accountLiveSessions: 500 },
  });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
});
afterAll(async () => {
  expect(await audit(service.service.core.context.store)).toEqual([]);
  await service.close();
  await dispose();
});

function keep<T extends { close(): Promise<unknown> }>(part: T): T {
  opened.push(part);
  return part;
}

async function connect(token: string, on = service): Promise<SwapClient> {
  return keep(await on.connect(token));
}

/** Leaves a session without a character, so that it keeps waiting. */
const refusedPicture = { type: 'set_image', image_data: 'bm8gcGljdHVyZQ==' } as const;

/** A session whose camera is bypassed, up to its first frame. */
async function stream(token: string, on = service): Promise<SwapClient> {
  const client = await connect(token, on);
  client.send({ type: 'session_join', passthrough: true });
  client.send({ type: 'prompt', prompt: 'face' });
  const camera = keep(await publishPlain(client));
  await expect.poll(() => camera.videos[0]?.luma ?? 0).toBeGreaterThan(110);
  return client;
}

const countStats = (client: SwapClient): number =>
  client.messages.filter(({ type }) => type === 'stats').length;

const readSession = (id: string, on = service) =>
  on.service.core.readLiveSession(on.customer.accountId, id);

describe('the door', () => {
  it('answers 401 with the error body before the upgrade', async () => {
    const { stream_url: url, session_token: token } = await service.openSession();
    for (const query of ['', '?session_token=', '?session_token=st_none', `?token=${token}`]) {
      const { status, body } = await readRefusal(url + query);
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: { code: 'unauthorized' } });
    }
  });

  it('knows only its own host name', async () => {
    const { stream_url: url, session_token: token } = await service.openSession();
    const refusal = await readRefusal(`${url}?session_token=${token}`, { host: 'evil.example' });
    expect(refusal).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });

  it.each([
    ['no JSON', ['{']],
    ['a type that is unknown', ['{"type":"dance"}']],
    ['a picture before session_join', ['{"type":"set_image","image_data":"aGk="}']],
    [
      'session_join twice',
      ['{"type":"session_join","passthrough":false}', '{"type":"session_join"}'],
    ],
    ['a cover that is unknown', ['{"type":"session_join","cover":"none"}']],
    ['bytes', [Buffer.from([1, 2, 3])]],
    [
      'too many messages',
      Array.from({ length: 60 }, () => '{"type":"passthrough","enabled":true}'),
    ],
  ])('closes with 4400 after %s, and lets the session be joined again', async (_, messages) => {
    const { session_token: token } = await service.openSession();
    const client = await connect(token);
    if (messages.length > 10) {
      client.send({ type: 'session_join' });
    }
    messages.forEach((message) => client.socket.send(message));
    expect(await client.closed).toBe(4400);
    expect(await client.next('error')).toMatchObject({ error: { code: expect.any(String) } });
  });
});

describe('a session', () => {
  it('stops when its time is used up, and costs exactly that', async () => {
    const { id, token } = await service.openShort(3);
    const client = await connect(token);
    client.send({ type: 'session_join', passthrough: true });
    client.send({ type: 'prompt', prompt: 'face' });
    keep(await publishPlain(client));
    expect((await client.next('ack')).for).toBe('session_join');
    expect((await client.next('stats')).seconds_left).toBeLessThanOrEqual(3);
    expect((await client.next('session_ended')).reason).toBe('time_used_up');
    expect(await client.closed).toBe(4410);
    expect(client.messages.at(-1)).toMatchObject({ type: 'error' });
    const { streamedMs, ...ended } = await readSession(id);
    expect(ended).toMatchObject({ status: 'ended', endReason: 'time_used_up' });
    // A machine that is too busy to render for a while is not paid for it.
    expect(streamedMs).toBeGreaterThan(0);
    const seconds = Math.min(3, Math.ceil(streamedMs / 100) / 10);
    const minMicros = 20_000;
    expect(ended.chargedMicros).toBe(Math.max(minMicros, Math.round(seconds * 10_000)));
    const { usage, job } = await service.readRows(id);
    const usd = ended.chargedMicros / 1_000_000;
    expect(usage).toMatchObject({ status: 'succeeded', charged_usd: usd });
    expect(job).toMatchObject({ status: 'succeeded', credits_charged: usd });
    expect(
      (await readRefusal(`${client.socket.url.split('?')[0]}?session_token=${token}`)).status,
    ).toBe(401);
  });

  it('costs nothing when no camera ever came, and can be joined again', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    for (let round = 0; round < 2; round += 1) {
      const client = await connect(token);
      client.send({ type: 'session_join' });
      client.send({ type: 'set_image', image_data: readFileSync(monaLisa).toString('base64') });
      await client.next('room_info');
      await client.close();
      await expect.poll(async () => (await readSession(id)).status).toBe('created');
    }
    expect(await readSession(id)).toMatchObject({ startedAtMs: null, chargedMicros: 0 });
    expect((await service.readRows(id)).usage).toMatchObject({ status: 'queued', charged_usd: 0 });
  });

  it('does not begin while it has neither a character nor a bypass', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await connect(token);
    client.send({ type: 'session_join' });
    client.send(refusedPicture);
    const warning = await client.next('warning');
    expect(warning.code).toBe('unsupported_format');
    const camera = keep(await publishPlain(client));
    await expect.poll(() => camera.videos[0]?.frames ?? 0).toBeGreaterThan(3);
    expect((await readSession(id)).status).toBe('joined');
    const noCharacter = (): boolean =>
      client.messages.some(
        (message) => message.type === 'warning' && message.code === 'no_character',
      );
    await expect.poll(noCharacter).toBe(true);
    client.send({ type: 'passthrough', enabled: true });
    await expect.poll(async () => (await readSession(id)).status).toBe('streaming');
    await expect.poll(() => camera.videos[0]?.luma ?? 0).toBeGreaterThan(110);
  });

  it('reports that the balance is exhausted', async () => {
    const poor = await openSwapService();
    try {
      const { core } = poor.service;
      const first = await poor.openShort(3);
      const { token } = await poor.openShort(3);
      const rich = await core.readBalance(poor.customer.accountId);
      expect(rich.balanceMicros).toBeGreaterThan(0);
      // The whole balance belongs to a session for the time that it pays for.
      const { session, token: greedy } = await core.openLiveSession({
        accountId: poor.customer.accountId,
        feature: 'real_time_swap_full',
        durationMinutes: Math.floor(rich.balanceMicros / 10_000) / 60,
        parameters: {},
        isReady: true,
      });
      await core.joinLiveSession('real_time_swap_full', greedy);
      await core.startLiveStream(session.id);
      const client = await connect(token, poor);
      client.send({ type: 'session_join', passthrough: true });
      client.send({ type: 'prompt', prompt: 'face' });
      const camera = await publishPlain(client);
      expect((await client.next('session_ended')).reason).toBe('balance');
      expect(await client.next('error')).toMatchObject({ error: { code: 'insufficient_credits' } });
      expect(await client.closed).toBe(4402);
      await camera.close();
      expect((await readSession(first.id, poor)).status).toBe('created');
    } finally {
      await poor.close();
    }
  });

  it('goes on when its connection is lost and comes back', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await stream(token);
    await client.next('stats');
    client.cut();
    const again = await connect(token);
    again.send({ type: 'session_join', passthrough: true });
    const info = await again.next('room_info');
    expect(info.livekit_url).toBe((await client.next('room_info')).livekit_url);
    expect((await again.next('stats')).seconds_billed).toBeGreaterThan(0);
    expect((await readSession(id)).status).toBe('streaming');
    const third = await connect(token);
    expect((await again.next('session_ended')).reason).toBe('replaced');
    expect(await again.closed).toBe(4401);
    await third.close();
    await expect.poll(async () => (await readSession(id)).endReason).toBe('client_closed');
  });

  it('outlives its worker', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await stream(token);
    await expect.poll(() => countStats(client)).toBeGreaterThan(1);
    const pids = await listLiveWorkers();
    pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
    expect((await client.next('warning')).code).toBe('worker_restarted');
    const isBack = (): boolean => {
      const last = client.messages.findLast((message) => message.type === 'stats');
      return (last?.fps ?? 0) > 5;
    };
    await expect.poll(() => countStats(client)).toBeGreaterThan(4);
    await expect.poll(isBack).toBe(true);
    expect(await listLiveWorkers()).not.toEqual(pids);
    expect((await readSession(id)).status).toBe('streaming');
  });
});

describe('a session whose workers are killed again and again', () => {
  it('fails with a reason, is settled, and leaves the service usable', async () => {
    const fragile = await openSwapService({ swapLimits: { maxLosses: 0 } });
    try {
      const { session_id: id, session_token: token } = await fragile.openSession();
      const client = await stream(token, fragile);
      await expect.poll(async () => (await readSession(id, fragile)).status).toBe('streaming');
      (await listLiveWorkers()).forEach((pid) => process.kill(pid, 'SIGKILL'));
      expect((await client.next('error')).error.code).toBe('processing_failed');
      expect((await client.next('session_ended')).reason).toBe('failed');
      const { core } = fragile.service;
      expect((await readSession(id, fragile)).endReason).toBe('failed');
      expect((await core.readBalance(fragile.customer.accountId)).heldMicros).toBe(0);
      const next = await connect((await fragile.openSession()).session_token, fragile);
      next.send({ type: 'session_join', passthrough: false });
      expect((await next.next('ack')).for).toBe('session_join');
    } finally {
      await fragile.close();
    }
  });
});

describe('cancel over REST', () => {
  const cancel = async (id: string, on = service) =>
    (await callOperation(on.service.baseUrl, operations.cancelJob, {
      key: on.customer.secret,
      path: `/jobs/${id}/cancel`,
    })) as { status: number; body: { status: string; credits_charged: number } };

  it('of a session that waits in its room is free, and ends worker and room', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await connect(token);
    client.send({ type: 'session_join' });
    client.send(refusedPicture);
    const camera = keep(await publishPlain(client));
    expect(await cancel(id)).toMatchObject({ body: { status: 'canceled', credits_charged: 0 } });
    expect((await client.next('session_ended')).reason).toBe('canceled');
    expect(await client.closed).toBe(4401);
    await expect.poll(() => camera.room.isConnected).toBe(false);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    const url = `${client.socket.url.split('?')[0]}?session_token=${token}`;
    expect((await readRefusal(url)).status).toBe(401);
  });

  it('of a stream settles the streamed time, and answers with the job as it is then', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await stream(token);
    await expect.poll(() => countStats(client)).toBeGreaterThan(3);
    const { body } = await cancel(id);
    expect(body.status).toBe('succeeded');
    expect(body.credits_charged).toBeGreaterThan(0);
    expect(body.credits_charged).toBeLessThan(0.6);
    expect((await client.next('session_ended')).reason).toBe('canceled');
    const { streamedMs, endReason } = await readSession(id);
    expect(endReason).toBe('canceled');
    // Exactly the streamed time, not the last recorded one.
    expect(body.credits_charged).toBeCloseTo(Math.max(0.02, Math.ceil(streamedMs / 100) / 1000), 6);
    expect((await cancel(id)).status).toBe(400);
  });
});

describe('sessions that wait', () => {
  it('end with room and socket when their time is over, after an announcement', async () => {
    const strict = await openSwapService({ policy: { liveExpiryMs: 1500, liveWaitMs: 4000 } });
    try {
      const { session_id: id, session_token: token } = await strict.openSession();
      const client = await connect(token, strict);
      client.send({ type: 'session_join' });
      client.send(refusedPicture);
      const camera = keep(await publishPlain(client));
      await client.next('session_ended');
      const [ended, error] = client.messages.slice(-2);
      expect([ended, error]).toMatchObject([
        { type: 'session_ended', reason: 'expired' },
        { type: 'error' },
      ]);
      expect(await client.closed).toBe(4408);
      await expect.poll(() => camera.room.isConnected).toBe(false);
      const session = await readSession(id, strict);
      expect(session).toMatchObject({ status: 'ended', endReason: 'expired', chargedMicros: 0 });
      // The camera prolonged its time beyond the first expiry, up to the most.
      expect(session.endedAtMs! - session.createdAtMs).toBeGreaterThanOrEqual(4000);
    } finally {
      await strict.close();
    }
  });

  it('have at most one worker per slot, however many sessions are open', async () => {
    const small = await openSwapService({
      policy: { maxStreams: 2, accountStreams: 10, accountLiveSessions: 1000 },
    });
    try {
      const before = await listLiveWorkers();
      const opened = await Promise.all(Array.from({ length: 200 }, () => small.openSession()));
      const sockets = await Promise.all(
        opened.map(({ session_token: token }) =>
          small.connect(token).then(keep, (error: unknown) => error),
        ),
      );
      const joined = sockets.filter((socket): socket is SwapClient => !(socket instanceof Error));
      expect(joined).toHaveLength(2);
      for (const client of joined) {
        client.send({ type: 'session_join' });
        client.send({ type: 'prompt', prompt: 'face' });
        await client.next('room_info');
      }
      const refused = opened.find((_, index) => sockets[index] instanceof Error)!;
      const url = `${refused.stream_url}?session_token=${refused.session_token}`;
      expect(await readRefusal(url)).toMatchObject({
        status: 429,
        body: { error: { code: 'at_capacity' } },
      });
      await expect(small.openSession()).rejects.toThrow('at_capacity');
      const workers = (await listLiveWorkers()).filter((pid) => !before.includes(pid));
      expect(workers.length).toBeLessThanOrEqual(3);
    } finally {
      await small.close();
    }
  });
});

describe('a service', () => {
  it('ends sessions that do nothing', async () => {
    const strict = await openSwapService({ swapLimits: { idleMs: 100 } });
    try {
      const { session_id: id, session_token: token } = await strict.openSession();
      const client = await connect(token, strict);
      client.send({ type: 'session_join' });
      expect((await client.next('session_ended')).reason).toBe('idle');
      expect(await client.closed).toBe(4408);
      expect((await readSession(id, strict)).status).toBe('created');
    } finally {
      await strict.close();
    }
  });

  it('settles its sessions when it stops', async () => {
    const short = await openSwapService();
    const { session_id: id, session_token: token } = await short.openSession();
    const client = await stream(token, short);
    await client.next('stats');
    await short.service.stop();
    expect((await client.next('session_ended')).reason).toBe('service_stopping');
    expect(await client.closed).toBe(1000);
    const { folder, customer } = short;
    const later = await openWorld({ folder });
    try {
      const ended = await later.service.core.readLiveSession(customer.accountId, id);
      expect(ended).toMatchObject({ status: 'ended', endReason: 'service_stopping' });
      expect(ended.chargedMicros).toBeGreaterThan(0);
      expect(ended.chargedMicros).toBeLessThan(600_000);
    } finally {
      await later.close();
    }
  });
});
