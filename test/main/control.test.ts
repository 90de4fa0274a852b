import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { controlLimits, type ControlState } from '../../src/contract/control.ts';
import { type ControlApp, openControlApp } from './control-app.ts';
import { ControlClient } from './control-client.ts';

const state: ControlState = {
  live: 'on',
  output: 'live',
  is_covered: false,
  is_muted: false,
  is_passthrough: false,
  is_recording: false,
  replay_seconds: 0,
  character_id: 'lisa',
  preset_id: null,
  voice: 'off',
  voice_id: null,
};

let app: ControlApp;
let opened: ControlClient[];

beforeEach(async () => {
  opened = [];
  app = await openControlApp();
});
afterEach(async () => {
  for (const { socket } of opened) {
    socket.terminate();
  }
  await app.close();
});

const question = () => app.view?.question ?? null;
const firstId = (): string => app.view?.clients[0]?.id ?? '';

const openClient = (headers?: Record<string, string>): ControlClient => {
  const client = new ControlClient(app.port, headers);
  opened.push(client);
  return client;
};

/** Waits for the question of a program and answers it. */
async function answer(isAllowed: boolean): Promise<void> {
  await expect.poll(question).not.toBeNull();
  await app.control.calls['control.answer']({ id: question()!.id, isAllowed });
}

async function openAllowed(name = 'Stream Deck'): Promise<{ client: ControlClient; key: string }> {
  const client = await openClient().opened();
  const reply = client.connect(name);
  await answer(true);
  const { ok, result } = (await reply) as unknown as { ok: boolean; result: { key: string } };
  expect(ok).toBe(true);
  return { client, key: result.key };
}

describe('access', () => {
  it('is given by the user once and kept as a hash', async () => {
    const { client, key } = await openAllowed();
    expect(app.focused).toBe(1);
    expect(question()).toBeNull();
    expect(app.view?.clients).toMatchObject([{ name: 'Stream Deck', allowsPassthrough: false }]);
    expect(await client.request('set_mute', { is_on: true })).toMatchObject({ ok: true });
    expect(app.requested).toEqual([{ type: 'set_mute', isOn: true }]);
    expect(app.secrets).toEqual([key]);
    expect(readFileSync(join(app.folder, 'control.json'), 'utf8')).not.toContain(key);

    const again = await openClient().opened();
    expect(await again.connect('Stream Deck', key)).toEqual({
      id: '1',
      ok: true,
      result: { version: 1, permissions: ['control'] },
    });
    expect(app.view?.clients).toHaveLength(1);
  });

  it('is refused by the user, and all clients have to wait before they ask again', async () => {
    const client = await openClient().opened();
    const reply = client.connect('Nosy');
    await answer(false);
    expect(await reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await client.closed()).toBe(4401);
    const next = await openClient().opened();
    expect(await next.connect('Nosy')).toMatchObject({ error: { code: 'rate_limited' } });
    expect(question()).toBeNull();
    expect(app.clients.list()).toEqual([]);
  });

  it('is requested for one program at a time, and only while it is connected', async () => {
    const first = await openClient().opened();
    void first.connect('First');
    await expect.poll(() => question()?.name).toBe('First');
    const second = await openClient().opened();
    expect(await second.connect('Second')).toMatchObject({ error: { code: 'at_capacity' } });
    const { id } = question()!;
    first.socket.terminate();
    await expect.poll(question).toBeNull();
    await app.control.calls['control.answer']({ id, isAllowed: true });
    expect(app.clients.list()).toEqual([]);
  });

  it('is not requested again by a refused connection', async () => {
    const client = await openClient().opened();
    // Sent on the reply, before the close frame behind it is answered.
    client.socket.once('message', () => void client.connect('Late'));
    expect(await client.request('read_state')).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await client.closed()).toBe(4401);
    expect(app.focused).toBe(0);
    expect(question()).toBeNull();
  });

  it('is shown as used only while the program is connected', async () => {
    const { client } = await openAllowed();
    expect(app.view?.clients).toMatchObject([{ isConnected: true }]);
    client.socket.terminate();
    await expect.poll(() => app.view?.clients).toMatchObject([{ isConnected: false }]);
  });

  it('is refused for a wrong key, a wrong version or a name with hidden characters', async () => {
    const wrong = [
      { params: { version: 1, name: 'A', key: 'x' }, code: 'unauthorized' },
      { params: { version: 2, name: 'A' }, code: 'invalid_input' },
      { params: { version: 1, name: 'A\u202Eb' }, code: 'invalid_input' },
      { params: { version: 1, name: 'A\nb' }, code: 'invalid_input' },
      { params: { version: 1, name: '' }, code: 'invalid_input' },
      { params: null, code: 'invalid_input' },
    ];
    for (const { params, code } of wrong) {
      const client = await openClient().opened();
      expect(await client.request('connect', params)).toMatchObject({ ok: false, error: { code } });
      expect(await client.closed()).toBe(4401);
    }
    expect(question()).toBeNull();
  });

  it('ends when the user revokes it', async () => {
    const { client, key } = await openAllowed();
    await app.control.calls['control.revoke']({ id: firstId() });
    expect(await client.closed()).toBe(4401);
    const again = await openClient().opened();
    expect(await again.connect('Stream Deck', key)).toMatchObject({
      error: { code: 'unauthorized' },
    });
  });

  it('to the real face needs a permission of its own; hiding it needs none', async () => {
    const { client } = await openAllowed();
    expect(await client.request('set_passthrough', { is_on: true })).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(app.requested).toEqual([]);
    expect(await client.request('set_passthrough', { is_on: false })).toMatchObject({ ok: true });
    const id = firstId();
    await app.control.calls['control.permit']({ id, allowsPassthrough: true });
    await expect
      .poll(() => client.events)
      .toEqual([{ event: 'permissions_changed', permissions: ['control', 'passthrough'] }]);
    expect(await client.request('set_passthrough', { is_on: true })).toMatchObject({ ok: true });
    expect(app.requested.at(-1)).toEqual({ type: 'set_passthrough', isOn: true });
  });
});

describe('the listener', () => {
  it('refuses web pages, and names that are not of this computer', async () => {
    for (const headers of [
      { Origin: 'https://example.com' },
      { Origin: 'null' },
      { Host: `guise.example.com:${app.port}` },
    ]) {
      const client = openClient(headers);
      const [, response] = (await once(client.socket, 'unexpected-response')) as [
        unknown,
        { statusCode: number },
      ];
      expect(response.statusCode).toBe(403);
    }
  });

  it('is not reached from other computers', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${app.port}`)).rejects.toThrow('fetch failed');
    }
    expect((await fetch(`http://127.0.0.1:${app.port}`)).status).toBe(426);
  });

  it('limits connections, message sizes and the rate of requests', async () => {
    const { client } = await openAllowed();
    const flood = Array.from({ length: controlLimits.burst + 20 }, () =>
      client.request('read_state'),
    );
    const replies = await Promise.all(flood);
    expect(replies.filter(({ ok }) => !ok).length).toBeGreaterThan(0);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      error: { code: expect.stringMatching(/rate_limited|at_capacity/) },
    });
    // Panic is not counted.
    expect(await client.request('set_cover', { is_on: true })).toMatchObject({ ok: true });

    client.socket.send('x'.repeat(controlLimits.messageBytes + 1));
    expect(await client.closed()).toBe(1009);

    const many = Array.from({ length: controlLimits.connections + 1 }, () => openClient());
    await expect.poll(() => many.filter(({ closeCode }) => closeCode === 1006).length).toBe(1);
  });

  it('reports a port that another program uses, and listens on a free one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port: takenPort } = taken.address() as { port: number };
    app.control.setChoice({ isOn: true, port: takenPort });
    await expect.poll(() => app.view).toMatchObject({ state: 'failed', port: takenPort });
    app.control.setChoice({ isOn: true, port: app.port });
    await expect.poll(() => app.view?.state).toBe('listening');
    app.control.setChoice({ isOn: false, port: app.port });
    await expect.poll(() => app.view?.state).toBe('off');
    await expect(fetch(`http://127.0.0.1:${app.port}`)).rejects.toThrow('fetch failed');
    taken.close();
  });

  it('follows the next choice after a failed one', async () => {
    app.isBroken = true;
    app.control.setChoice({ isOn: false, port: app.port });
    await expect.poll(() => app.faults).toMatchObject([{ event: 'control.not_followed' }]);
    app.isBroken = false;
    app.control.setChoice({ isOn: true, port: app.port });
    await expect
      .poll(async () => (await app.control.calls['control.read']({})).state)
      .toBe('listening');
  });
});

describe('a client', () => {
  it('receives the state, and its changes while it subscribes to them', async () => {
    const { client } = await openAllowed();
    await app.control.calls['control.report']({ state });
    expect(await client.request('subscribe')).toMatchObject({ ok: true, result: state });
    await app.control.calls['control.report']({ state: { ...state, is_muted: true } });
    await expect
      .poll(() => client.events)
      .toEqual([{ event: 'state_changed', state: { ...state, is_muted: true } }]);
    app.control.pageLeft();
    await expect.poll(() => client.events.at(-1)).toMatchObject({ state: { live: 'off' } });
    await client.request('unsubscribe');
    await app.control.calls['control.report']({ state });
    expect(await client.request('read_state')).toMatchObject({ result: state });
    expect(client.events).toHaveLength(2);
  });

  it('lists and chooses characters and voices', async () => {
    const { client } = await openAllowed();
    expect(await client.request('list_characters')).toMatchObject({
      result: [{ id: 'lisa', name: 'Lisa', is_built_in: true }],
    });
    expect(await client.request('list_voices')).toMatchObject({
      result: [{ id: 'warm', name: 'Warm' }],
    });
    await client.request('choose_character', { character_id: 'lisa' });
    await client.request('next_character');
    await client.request('choose_voice', { voice_id: 'warm' });
    expect(app.requested).toEqual([
      { type: 'choose_character', characterId: 'lisa' },
      { type: 'step_character', by: 1 },
      { type: 'choose_voice', voiceId: 'warm' },
    ]);
  });

  it('receives the reason of a refusal', async () => {
    const { client } = await openAllowed();
    app.refusal = new AppError('invalid_input', 'The camera is off; start it in the window first.');
    expect(await client.request('start_live')).toMatchObject({
      error: { code: 'invalid_input', message: app.refusal.message },
    });
    const details = { reason: 'file_too_large', max_mb: 45, key_origin: 'https://x', folder: '/h' };
    app.refusal = new AppError('storage_failed', '/home/x/a.json: no.', { details });
    const { error } = (await client.request('start_live')) as { readonly error: unknown };
    expect(error).toEqual({
      code: 'storage_failed',
      message: expect.not.stringContaining('/'),
      details: { reason: 'file_too_large', max_mb: 45 },
    });
    expect(await client.request('fly')).toMatchObject({ error: { code: 'not_found' } });
    expect(await client.request('constructor')).toMatchObject({ error: { code: 'not_found' } });
    expect(await client.request('set_mute', { is_on: 'yes' })).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining('is_on') },
    });
    app.isHanging = true;
    const left = client.request('stop_live');
    await client.request('read_state');
    app.control.pageLeft();
    expect(await left).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('covers while the page hangs, and ends the session, the microphone and the voice', async () => {
    const { client } = await openAllowed();
    app.isHanging = true;
    expect(await client.request('set_cover', { is_on: true })).toMatchObject({ ok: true });
    expect(app.ended).toEqual(['session', 'microphone', 'voice']);
    expect(app.covers).toBe(1);
    expect(app.logged).toEqual([
      {
        level: 'warn',
        event: 'control.not_covered',
        facts: { error: expect.objectContaining({ code: 'render_timeout' }) },
      },
    ]);
  });
});
