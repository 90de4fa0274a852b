import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openRoomRelay, type RoomRelay } from '../live/room-relay.ts';
import { createAudioEndpoint, type AudioEndpoint } from './audio-endpoint.ts';
import { VoicePort } from './voice-port.ts';

let relay: RoomRelay | null = null;
let endpoint: AudioEndpoint | null = null;
afterEach(async () => {
  endpoint?.close();
  await relay?.close();
});

/** An endpoint, and its received messages. */
async function openHeard() {
  relay = await openRoomRelay();
  const voicePort = new VoicePort();
  const heard: Int16Array[] = [];
  const opened = createAudioEndpoint(relay, voicePort, (samples) => heard.push(samples));
  endpoint = opened;
  return { endpoint: opened, voicePort, heard };
}

async function connect(url: string): Promise<{ page: WebSocket; said: unknown[] }> {
  const page = new WebSocket(url);
  const said: unknown[] = [];
  page.on('message', (bytes: Buffer, isBinary: boolean) => {
    said.push(isBinary ? [...new Int16Array(new Uint8Array(bytes).buffer)] : String(bytes));
  });
  await once(page, 'open');
  return { page, said };
}

async function isRefused(url: string): Promise<boolean> {
  const page = new WebSocket(url);
  return new Promise((resolve) => {
    page.on('open', () => resolve(false));
    page.on('error', () => resolve(true));
  });
}

it('carries audio and messages between the page and the voice port', async () => {
  const { endpoint, voicePort, heard } = await openHeard();
  voicePort.begin(60);
  const { page, said } = await connect(endpoint.open());
  await expect.poll(() => said).toEqual(['{"kind":"begin","latencyMs":60}']);
  voicePort.play(Int16Array.of(1, -2, 32_767));
  voicePort.end();
  await expect.poll(() => said.slice(1)).toEqual([[1, -2, 32_767], '{"kind":"end"}']);
  page.send(Int16Array.of(5, -6));
  await expect.poll(() => heard).toEqual([Int16Array.of(5, -6)]);
});

it('takes no halves of samples and no text for audio', async () => {
  const { endpoint, heard } = await openHeard();
  const { page } = await connect(endpoint.open());
  page.send(new Uint8Array(3));
  page.send('loud');
  page.send(Int16Array.of(7));
  await expect.poll(() => heard).toEqual([Int16Array.of(7)]);
});

it('admits the client with the newest address, and refuses others', async () => {
  const { endpoint } = await openHeard();
  const first = endpoint.open();
  const { page } = await connect(first);
  const second = endpoint.open();
  await once(page, 'close');
  expect(await isRefused(first)).toBe(true);
  await connect(second);
  endpoint.close();
  expect(await isRefused(second)).toBe(true);
});

it('ends the connection of a page that sends more than a second at once', async () => {
  const { endpoint, heard } = await openHeard();
  const { page } = await connect(endpoint.open());
  page.send(new Int16Array(16_001));
  await once(page, 'close');
  expect(heard).toEqual([]);
});
