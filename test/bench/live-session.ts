import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '../../src/contract/api/operations.ts';
import type { SwapSession } from '../../src/contract/api/resources/session.ts';
import { callOperation } from '../contract/support/http-call.ts';
import type { BrowserClient } from '../live/support/browser-client.ts';
import { openSwapClient, type SwapClient } from '../live/support/swap-client.ts';
import { frankStill, monaLisa } from '../media/support/stills.ts';
import { type ChildServer, type EmbeddedServer, openEmbeddedServer } from './child-server.ts';

const firstFrameLimitMs = 20_000;
const lookMs = 20;
const PREPARING_MS = 5000;

/** Starts the service as the app does. */
export function startSwapService(folder: string): Promise<EmbeddedServer> {
  return openEmbeddedServer(folder);
}

/**
 * Prepares the service and the character, as the Live screen does when its camera starts, and waits at least as long as
 * a user needs to press the button.
 */
export async function prepareSession(service: EmbeddedServer): Promise<void> {
  service.peer.post('prepareLive', monaLisa);
  await pause(PREPARING_MS);
}

/** Returns a photo of a face, for the page to draw. */
export function readFace(): string {
  return `data:image/jpeg;base64,${readFileSync(frankStill('01829')).toString('base64')}`;
}

/** Opens a session that swaps faces for that of a painting, and requests its room. */
export async function openBenchSession({ line }: ChildServer, minutes = 5): Promise<SwapClient> {
  const reply = await callOperation(line['base_url'] ?? '', operations.openSwapSession, {
    key: line['api_key'] ?? '',
    body: { duration_minutes: minutes },
  });
  const { stream_url: url, session_token: token } = reply.body as SwapSession;
  const client = await openSwapClient(url, token);
  client.send({ type: 'session_join', passthrough: false });
  const image = readFileSync(monaLisa).toString('base64');
  client.send({ type: 'set_image', image_data: image, prompt: 'face only' });
  return client;
}

/** Returns the time of the first frame with a readable time code: covers blur it. */
export async function awaitFirst(page: BrowserClient): Promise<number> {
  for (let waitedMs = 0; waitedMs < firstFrameLimitMs; waitedMs += lookMs) {
    const { videos } = await page.see();
    const atMs = videos.find(({ firstReadAtMs }) => firstReadAtMs !== null)?.firstReadAtMs;
    if (atMs !== undefined && atMs !== null) {
      return atMs;
    }
    await pause(lookMs);
  }
  throw new Error('No swapped picture came.');
}
