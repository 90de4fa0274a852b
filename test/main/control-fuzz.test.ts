import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawSeed } from '../support/random.ts';
import { type ControlApp, openControlApp } from './control-app.ts';
import { ControlClient } from './control-client.ts';
import { createMutator } from './control-mutations.ts';

const seed = drawSeed();
const messages = 1_000;

let app: ControlApp;

beforeEach(async () => {
  app = await openControlApp();
});
afterEach(() => app.close());

const hasQuestion = (): boolean => app.view?.question !== null;

it(`does nothing of ${messages} mutated messages without consent (seed ${seed})`, async () => {
  const mutate = createMutator(seed);
  let client = await new ControlClient(app.port).opened();
  for (let sent = 0; sent < messages; sent += 1) {
    if (client.socket.readyState !== client.socket.OPEN) {
      client = await new ControlClient(app.port).opened();
    }
    client.socket.send(mutate());
    // The connection of a refused message is closed; a permitted one may wait for the user.
    await expect.poll(() => client.closeCode !== null || hasQuestion(), { interval: 1 }).toBe(true);
    if (hasQuestion()) {
      client.socket.terminate();
      await expect.poll(hasQuestion, { interval: 1 }).toBe(false);
    }
  }
  expect(app.requested).toEqual([]);
  expect(app.clients.list()).toEqual([]);
  expect(app.faults).toEqual([]);
  client.socket.terminate();
});

it(`answers ${messages} mutated messages of an allowed client, and never shows the real face (seed ${seed})`, async () => {
  const mutate = createMutator(seed + 1);
  const { key } = app.clients.allow('Fuzzer');
  const open = async (): Promise<ControlClient> => {
    const client = await new ControlClient(app.port).opened();
    expect(await client.connect('Fuzzer', key)).toMatchObject({ ok: true });
    return client;
  };
  let client = await open();
  for (let sent = 0; sent < messages; sent += 1) {
    const before = client.replies.length;
    client.socket.send(mutate());
    await expect
      .poll(() => client.closeCode !== null || client.replies.length > before, { interval: 1 })
      .toBe(true);
    // Rate-limited messages are expected: a new connection has a new budget.
    if (client.closeCode !== null || client.replies.length > 35) {
      client.socket.terminate();
      client = await open();
    }
  }
  expect(app.requested.some((action) => action.type === 'set_passthrough' && action.isOn)).toBe(
    false,
  );
  // The mutations leave enough messages intact to reach the handlers.
  expect(app.requested.length).toBeGreaterThan(20);
  expect(app.faults).toEqual([]);
  expect(await client.request('read_state')).toMatchObject({ ok: true });
  client.socket.terminate();
});
