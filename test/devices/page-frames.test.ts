import { once } from 'node:events';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  type FrameHeader,
  HEADER_BYTES,
  type LinkedFrame,
  monotonicMs,
  writeFrameHeader,
} from '../../src/contract/frame-link.ts';
import { FrameServer } from '../../src/devices/camera/link/frame-server.ts';
import { createFrameEndpoint } from '../../src/main/devices/frame-endpoint.ts';
import { openRoomRelay, type RoomRelay } from '../../src/main/live/room-relay.ts';
import { openGreyEncoder } from '../support/h264-frames.ts';

const size = { width: 320, height: 180 };
const origin = 'app://bundle';
/** Difference of the page's clock from the machine's. */
const pageBehindMs = 77_000;

let relay: RoomRelay;
let server: FrameServer;
let encoder: ReturnType<typeof openGreyEncoder>;
let endpoint: ReturnType<typeof createFrameEndpoint>;
let seen: { frame: LinkedFrame; luma: number; bytes: number }[] = [];
let losses: unknown[] = [];
let mayShowCamera = false;

beforeEach(async () => {
  mayShowCamera = false;
  // Connections of an earlier test may still be closing.
  const [ownSeen, ownLosses]: [typeof seen, unknown[]] = [[], []];
  [seen, losses] = [ownSeen, ownLosses];
  relay = await openRoomRelay();
  encoder = openGreyEncoder(size);
  server = await FrameServer.open({
    onFrame: (frame, planes) =>
      void ownSeen.push({ frame, luma: planes[5000] ?? 0, bytes: planes.byteLength }),
    onLost: () => void ownLosses.push(null),
  });
  endpoint = createFrameEndpoint({
    relay,
    isOwnOrigin: (asked) => asked === origin,
    canShowCamera: () => mayShowCamera,
  });
});
afterEach(async () => {
  endpoint.close();
  encoder.close();
  await server.close();
  await relay.close();
});

const pageMs = (): number => monotonicMs(process.hrtime.bigint()) - pageBehindMs;

function message(header: Partial<FrameHeader>, coded: Uint8Array): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + coded.byteLength);
  const times = { capturedAtMs: pageMs() - 20, sentAtMs: pageMs() };
  const all = { kind: 'swapped', coding: 'h264', ...size, ...times, ...header } as const;
  writeFrameHeader({ ...all, bytes: coded.byteLength }, bytes);
  bytes.set(coded, HEADER_BYTES);
  return bytes;
}

async function openPage(url: string, from = origin): Promise<WebSocket> {
  const page = new WebSocket(url, { origin: from });
  page.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    page.once('open', resolve);
    page.once('close', () => resolve());
  });
  return page;
}

describe('frames of the page on their way to the cameras', () => {
  it('arrive decoded, at once, with the age they had', async () => {
    const page = await openPage(endpoint.open(server.address));
    for (const [index, luma] of [40, 90, 200].entries()) {
      page.send(message({}, encoder.encode(luma)));
      await expect.poll(() => seen.length).toBe(index + 1);
      expect(Math.abs((seen.at(-1)?.luma ?? 0) - luma)).toBeLessThan(4);
    }
    expect(seen[0]).toMatchObject({ bytes: 320 * 180 * 1.5, frame: { ...size, kind: 'swapped' } });
    expect(server.coding).toBe('h264');
    // The frame was 20 ms old at its sending by the machine's clock, not by the page's.
    const { capturedAtMs = 0 } = seen[2]?.frame ?? {};
    expect(monotonicMs(process.hrtime.bigint()) - capturedAtMs).toBeGreaterThan(19.9);
    expect(capturedAtMs).toBeGreaterThan(pageMs() + pageBehindMs - 60_000);
  });

  it('arrive in limited range where the page has JPEG only', async () => {
    const page = await openPage(endpoint.open(server.address));
    const white = { r: 255, g: 255, b: 255 };
    const jpeg = await sharp({ create: { ...size, channels: 3, background: white } })
      .jpeg()
      .toBuffer();
    page.send(message({ coding: 'jpeg' }, jpeg));
    await expect.poll(() => seen.length).toBe(1);
    expect(seen[0]).toMatchObject({ luma: 235, bytes: 320 * 180 * 1.5 });
    expect(server.coding).toBe('jpeg');
  });

  it('count as the camera’s own picture during a bypass, for any kind that the page declares', async () => {
    const page = await openPage(endpoint.open(server.address));
    mayShowCamera = true;
    page.send(message({ kind: 'swapped' }, encoder.encode(40)));
    await expect.poll(() => seen.length).toBe(1);
    mayShowCamera = false;
    page.send(message({ kind: 'passthrough' }, encoder.encode(50)));
    page.send(message({ kind: 'swapped' }, encoder.encode(60)));
    await expect.poll(() => seen.length).toBe(3);
    const kinds = seen.map(({ frame }) => frame.kind);
    expect(kinds).toEqual(['passthrough', 'passthrough', 'swapped']);
  });

  it('let the card show at once when the page asks for it, dies, or sends invalid data', async () => {
    const url = endpoint.open(server.address);
    const first = await openPage(url);
    first.send(message({}, encoder.encode(40)));
    first.send(message({ kind: 'covered' }, new Uint8Array()));
    await expect.poll(() => [seen.length, losses.length]).toEqual([1, 1]);
    first.terminate();
    await expect.poll(() => losses.length).toBe(2);
    expect(server.coding).toBe(null);

    const second = await openPage(url);
    second.send(Buffer.from('no frame at all, only words, and many of them'));
    await once(second, 'close');
    await expect.poll(() => losses.length).toBe(3);

    // A decoder of the connection before has no part in the next.
    const next = openGreyEncoder(size);
    const third = await openPage(url);
    third.send(message({}, next.encode(120)));
    next.close();
    await expect.poll(() => seen.length).toBe(2);
    third.send(message({ width: 322 }, encoder.encode(120)));
    await once(third, 'close');
  });

  it('come from the page alone, for one session', async () => {
    const url = endpoint.open(server.address);
    for (const [asked, from] of [
      [url, 'https://example.com'],
      [url.replace('/frames', 'x/frames'), origin],
    ] as const) {
      expect((await openPage(asked, from)).readyState).toBe(WebSocket.CLOSED);
    }
    const page = await openPage(url);
    expect(page.readyState).toBe(WebSocket.OPEN);
    const gone = once(page, 'close');
    const next = endpoint.open(server.address);
    await gone;
    expect((await openPage(url)).readyState).toBe(WebSocket.CLOSED);
    expect((await openPage(next)).readyState).toBe(WebSocket.OPEN);
  });

  it('end with the process of the cameras, and continue with the next one', async () => {
    const page = await openPage(endpoint.open(server.address));
    const gone = once(page, 'close');
    page.send(message({}, encoder.encode(40)));
    await expect.poll(() => seen.length).toBe(1);
    await server.close();
    await gone;
    server = await FrameServer.open({ onFrame: () => undefined, onLost: () => undefined });
  });
});
