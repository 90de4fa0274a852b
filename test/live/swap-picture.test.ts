import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { decodeClip, talkingHead } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { monaLisa, readStill } from '../media/support/stills.ts';
import { type BrowserClient, type BrowserHost, openBrowserHost } from './support/browser-client.ts';
import { writeFakeCamera } from './support/fake-camera.ts';
import type { SwapClient } from './support/swap-client.ts';
import { openSwapService, type SwapService } from './support/swap-service.ts';

/*
 * A page with the unmodified client of LiveKit and a camera with a talking head, against the real service: the page
 * receives another face, until it requests its own.
 */

vi.setConfig({ testTimeout: 120_000 });

const ENGINE = 'guise-engine';

let folder: string;
let browser: BrowserHost;
let service: SwapService;
let models: OpenedTrackerModels;
let mona: Float32Array;
let talker: Float32Array;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-camera-'));
  const camera = join(folder, 'camera.y4m');
  await writeFakeCamera(camera, 6);
  service = await openSwapService();
  models = await openTrackerModels(await openBuiltModels());
  mona = embed(await readStill(monaLisa)) ?? new Float32Array();
  for await (const { frame } of decodeClip(talkingHead)) {
    talker = embed(frame) ?? new Float32Array();
    break;
  }
  browser = await openBrowserHost({ camera });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.close();
  models.close();
  await rm(folder, { recursive: true });
});

/** The largest face of a frame as an embedding; null without a face. */
function embed(frame: I420Frame): Float32Array | null {
  const [face] = createFaceFinder(models).find(frame);
  return face === undefined
    ? null
    : embedFace(createFaceEmbedder(models.identity), frame, face.landmarks);
}

/** Returns the similarity of the shown face to the character and to the talker; null without a face. */
async function compare(page: BrowserClient) {
  const picture = (await page.call('takePicture', ENGINE)) as string | null;
  if (picture === null) {
    return null;
  }
  const face = embed(await readStill(sharp(Buffer.from(picture, 'base64'))));
  return (
    face && { character: cosineSimilarity(face, mona), talker: cosineSimilarity(face, talker) }
  );
}

const lastStats = (client: SwapClient) =>
  client.messages.findLast((message) => message.type === 'stats');

const isTracked = (client: SwapClient): boolean => {
  const last = lastStats(client);
  return last?.tracked === true && last.fps > 0;
};

describe('a page', () => {
  it('gets the face of the character, its real face on request, and the character again', async () => {
    const { session_id: id, session_token: token } = await service.openSession();
    const client = await service.connect(token);
    client.send({ type: 'session_join', passthrough: false, cover: 'card' });
    const image = readFileSync(monaLisa).toString('base64');
    client.send({ type: 'set_image', image_data: image, prompt: 'face only' });
    const { livekit_url: url, token: roomToken } = await client.next('room_info');
    const page = await browser.open('current');
    await page.call('join', { url, token: roomToken });
    await page.call('publishCamera');
    await expect.poll(() => isTracked(client), { timeout: 60_000 }).toBe(true);

    await expect
      .poll(() => compare(page), { timeout: 30_000, interval: 300 })
      .toSatisfy(
        (found: Awaited<ReturnType<typeof compare>>) =>
          found !== null && found.character > 0.6 && found.character > found.talker + 0.1,
      );
    client.send({ type: 'passthrough', enabled: true });
    await expect
      .poll(() => compare(page), { timeout: 30_000, interval: 300 })
      .toSatisfy(
        (found: Awaited<ReturnType<typeof compare>>) => found !== null && found.talker > 0.75,
      );
    client.send({ type: 'passthrough', enabled: false });
    await expect
      .poll(() => compare(page), { timeout: 30_000, interval: 300 })
      .toSatisfy(
        (found: Awaited<ReturnType<typeof compare>>) =>
          found !== null && found.character > 0.6 && found.character > found.talker + 0.1,
      );
    // The first report after a bypass may cover a span without a swapped picture.
    await expect.poll(() => lastStats(client)?.latency_ms, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(lastStats(client)?.engine).toMatch(/engine/);
    await page.call('leave');
    await client.close();
    await page.close();
    const read = () => service.service.core.readLiveSession(service.customer.accountId, id);
    await expect.poll(async () => (await read()).status).toBe('ended');
    const { endReason, chargedMicros } = await read();
    expect(endReason).toBe('client_closed');
    expect(chargedMicros).toBeGreaterThan(0);
  });
});
