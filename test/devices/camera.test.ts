import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FrameLinkAddress,
  i420Bytes,
  type LinkedFrameKind,
} from '../../src/contract/frame-link.ts';
import { FrameLinkSender } from '../../src/service/live/worker/frame-link-sender.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { openPipeWireServer, type PipeWireServer } from '../support/pipewire-server.ts';
import { type CamerasChild, openCamerasChild } from './cameras-child.ts';
import { openFrameReader, findFrameReaderProblem } from './frame-reader.ts';

const format = { width: 640, height: 360, rate: 30 };
const node = 'guise-camera';

describeUnless(findFrameReaderProblem(), 'a PipeWire camera', () => {
  let server: PipeWireServer;
  let host: CamerasChild['host'];
  let link: FrameLinkAddress;
  const sender = new FrameLinkSender();
  const data = new Uint8Array(i420Bytes(format));

  const send = (kind: LinkedFrameKind, value: number): void => {
    data.fill(value);
    sender.send({ ...format, data }, kind, performance.now());
  };

  beforeAll(async () => {
    server = await openPipeWireServer();
    ({ host } = openCamerasChild(server.env));
    ({ link } = await host.call('open', { format, name: 'Guise Camera' }));
    await host.call('change', { isPublished: true });
    sender.setAddress(link);
    sender.setActive(true);
  }, 60_000);

  afterAll(async () => {
    sender.setActive(false);
    await host?.end();
    await server?.close();
  });

  it('is listed from the first moment, and shows the card to its readers', async () => {
    expect(await server.ask('pw-cli', 'ls', 'Node')).toContain(node);
    const reader = openFrameReader(server, { node, ...format }, (frame) => new Set(frame).size);
    await expect.poll(() => reader.seen.length, { timeout: 20_000 }).toBeGreaterThan(20);
    expect(reader.seen.every((shades) => shades > 10)).toBe(true);
    expect((await host.call('status', {})).sinks).toMatchObject([
      { kind: 'pipewire', state: 'in_use' },
      { kind: 'v4l2' },
    ]);
    reader.end();
    await expect
      .poll(async () => (await host.call('status', {})).sinks[0]?.state, { timeout: 10_000 })
      .toBe('ready');
  }, 60_000);

  it('shows frames of a live worker in order, and the card when they stop', async () => {
    const reader = openFrameReader(server, { node, ...format }, (frame) => frame[0] ?? 0);
    await expect.poll(() => reader.seen.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const card = reader.seen[0] ?? 0;
    for (let count = 0; count < 60; count += 1) {
      send('swapped', 100 + count);
      await pause(33);
    }
    await expect.poll(() => reader.seen.at(-1), { timeout: 10_000 }).toBe(card);
    const values = reader.seen.filter((value) => value !== card);
    const fresh = values.filter((value, index) => value !== values[index - 1]);
    expect(fresh).toEqual(fresh.toSorted((a, b) => a - b));
    expect(fresh.length).toBeGreaterThan(45);
    reader.end();
  }, 60_000);

  it('shows the real camera only while that is allowed, and not a frame of it afterwards', async () => {
    const reader = openFrameReader(server, { node, ...format }, (frame) => frame[0] ?? 0);
    const raw = 222;
    const sendFor = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        send('passthrough', raw);
        await pause(33);
      }
    };
    await expect.poll(() => reader.seen.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await sendFor(15);
    expect(reader.seen).not.toContain(raw);
    await host.call('change', { mayPass: true });
    await sendFor(15);
    await expect.poll(() => reader.seen, { timeout: 10_000 }).toContain(raw);
    await host.call('change', { mayPass: false });
    // Frames in flight to the reader arrive first.
    await expect.poll(() => reader.seen.at(-1), { timeout: 10_000 }).not.toBe(raw);
    const before = reader.seen.length;
    await sendFor(15);
    expect(reader.seen.slice(before)).not.toContain(raw);
    reader.end();
  }, 60_000);

  it('can be read after many readers were killed while they held frames', async () => {
    // More than it has buffers.
    for (let killed = 0; killed < 9; killed += 1) {
      const reader = openFrameReader(server, { node, ...format }, (frame) => frame[0] ?? 0);
      await expect.poll(() => reader.seen.length, { timeout: 20_000 }).toBeGreaterThan(0);
      reader.end();
      await reader.ended;
    }
  }, 60_000);

  it('refuses senders without the token, and keeps the worker', async () => {
    const stranger = new FrameLinkSender();
    const { received } = (await host.call('status', {})).output;
    stranger.setAddress({ ...link, token: '00'.repeat(32) });
    stranger.setActive(true);
    send('swapped', 9);
    await expect
      .poll(async () => (await host.call('status', {})).output.received)
      .toBe(received + 1);
    stranger.setActive(false);
  });

  it('is gone with its server, and there again with the next one', async () => {
    const readSink = async (): Promise<unknown> => (await host.call('status', {})).sinks[0];
    await server.crash();
    await expect.poll(readSink).toMatchObject({ state: 'needs_setup', remedy: 'pipewire_missing' });
    await server.resume();
    await expect.poll(readSink).toMatchObject({ state: 'ready', remedy: null });
    const reader = openFrameReader(server, { node, ...format }, (frame) => new Set(frame).size);
    await expect.poll(() => reader.seen.length).toBeGreaterThan(20);
    reader.end();
    await reader.ended;
  }, 120_000);

  it('disappears with its process, however that ends', async () => {
    await host.end();
    await expect
      .poll(() => server.ask('pw-cli', 'ls', 'Node'), { timeout: 10_000 })
      .not.toContain(node);
  }, 30_000);
});
