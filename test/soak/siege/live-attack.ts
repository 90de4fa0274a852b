import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '../../../src/contract/api/operations.ts';
import type {
  SwapSession,
  VoiceChangerSession,
} from '../../../src/contract/api/resources/session.ts';
import { joinFromNode, type NodeClient } from '../../live/support/node-client.ts';
import { openSwapClient, type SwapClient } from '../../live/support/swap-client.ts';
import { makeVowel, RATE, toWav } from '../../service/voice-changer/sounds.ts';
import { VoiceClient } from '../../service/voice-changer/voice-client.ts';
import { awaitFor, repeatUntilEnd, callService, pickOne, type ChaosRun } from './besieger.ts';
import type { SiegeAccount } from './siege-service-host.ts';

/** Frame of a camera, and the character that it plays. */
export interface SiegeCamera {
  readonly width: number;
  readonly height: number;
  readonly image: Uint8Array;
  /** An image in base64. */
  readonly character: string;
}

const SLOW_MS = 45_000;
const CHUNK = 2400;

/** Runs live swaps in sequence, over the real room, each with another end. */
export async function attackLive(
  siege: ChaosRun,
  account: SiegeAccount,
  camera: SiegeCamera,
): Promise<void> {
  await repeatUntilEnd(siege, 1500, async () => {
    const session = await openSession<SwapSession>(siege, account, operations.openSwapSession);
    if (session === null) {
      return;
    }
    const { stream_url: url, session_token: token } = session;
    const client = await awaitFor(openSwapClient(url, token), SLOW_MS);
    if (client === null) {
      siege.log.count('live sockets that did not open');
      return;
    }
    const node = await enterRoom(client, camera);
    const hasStreamed = node !== null && (await awaitStream(siege, client));
    siege.log.count(hasStreamed ? 'live swaps streamed' : 'live swaps that did not come to stream');
    await pause(siege.random() * 6000, null, { signal: siege.signal }).catch(() => null);
    await leave(siege, account, { client, id: session.session_id });
    await awaitFor(node?.close() ?? Promise.resolve(), 5000);
  });
}

async function openSession<T>(
  siege: ChaosRun,
  account: SiegeAccount,
  operation: (typeof operations)['openSwapSession' | 'openVoiceChangerSession'],
  more: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  const body = { duration_minutes: 1, ...more };
  const reply = await callService(siege, account, operation, { body });
  if (reply !== null && reply.status !== 200 && reply.status < 500) {
    siege.log.count(`live sessions refused with ${reply.status}`);
    if (reply.status !== 429) {
      siege.log.wrong(`a live session: ${reply.status} ${reply.code} ${reply.message}`);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply of the operation
  return reply?.status === 200 ? (reply.body as T) : null;
}

async function enterRoom(client: SwapClient, camera: SiegeCamera): Promise<NodeClient | null> {
  client.send({ type: 'session_join', passthrough: false });
  client.send({ type: 'set_image', image_data: camera.character, prompt: 'face only' });
  const info = await awaitFor(client.next('room_info'), SLOW_MS);
  if (info === null) {
    return null;
  }
  const { livekit_url: url, token } = info;
  const target = { url, apiKey: '', apiSecret: '', server: null, close: () => Promise.resolve() };
  const node = await awaitFor(joinFromNode(target, '', '', { token, isWatching: false }), SLOW_MS);
  if (node !== null) {
    const { width, height, image: picture } = camera;
    await awaitFor(node.publishVideo({ width, height, image: picture }), 15_000);
  }
  return node;
}

async function awaitStream(
  { signal }: ChaosRun,
  { messages, socket }: SwapClient,
): Promise<boolean> {
  const isStreaming = (): boolean =>
    messages.some((message) => message.type === 'stats' && message.seconds_billed > 0);
  const endMs = performance.now() + SLOW_MS;
  while (!isStreaming() && performance.now() < endMs && !signal.aborted) {
    if (socket.readyState !== socket.OPEN) {
      break;
    }
    await pause(100);
  }
  return isStreaming();
}

async function leave(
  siege: ChaosRun,
  account: SiegeAccount,
  { client, id }: { readonly client: SwapClient; readonly id: string },
): Promise<void> {
  await pickOne(siege.random, [
    () => client.close(),
    () => Promise.resolve(client.cut()),
    () => cancel(siege, account, id),
    () => {
      client.send({ type: 'nonsense' });
      return client.closed;
    },
  ])().catch(() => null);
  client.cut();
}

async function cancel(siege: ChaosRun, account: SiegeAccount, id: string): Promise<void> {
  const path = operations.cancelJob.path.replace(/\{\w+\}/, id);
  const reply = await callService(siege, account, operations.cancelJob, { path });
  if (reply?.status === 200) {
    siege.log.count('live sessions canceled');
  }
}

/** Runs voice changers in sequence, with a reference or a catalogue voice, each with another end. */
export async function attackVoice(siege: ChaosRun, account: SiegeAccount): Promise<void> {
  const speech = makeVowel(120, 3);
  const reference = toWav(makeVowel(210, 3));
  await repeatUntilEnd(siege, 1500, async () => {
    const isCatalogue = siege.random() < 0.5;
    const session = await openSession<VoiceChangerSession>(
      siege,
      account,
      operations.openVoiceChangerSession,
      isCatalogue ? { voice_id: await readVoice(siege, account) } : {},
    );
    if (session === null || session.status !== 'ready') {
      return;
    }
    const client = new VoiceClient(session.stream_url, session.session_token);
    if ((await awaitFor(client.open(), SLOW_MS)) === null) {
      client.socket.terminate();
      return;
    }
    if ((await awaitFor(client.greet(isCatalogue ? null : reference), SLOW_MS)) !== null) {
      await speak(siege, client, speech);
    }
    await endVoice(siege, account, { client, id: session.session_id });
  });
}

async function readVoice(siege: ChaosRun, account: SiegeAccount): Promise<string> {
  const reply = await callService(siege, account, operations.listVoiceChangerVoices);
  const voices = reply?.status === 200 ? (reply.body as { readonly id: string }[]) : [];
  return voices.length === 0 ? 'en-karl' : pickOne(siege.random, voices).id;
}

async function speak(siege: ChaosRun, client: VoiceClient, speech: Int16Array): Promise<void> {
  const seconds = 1 + siege.random() * 5;
  for (let at = 0; at < seconds * RATE && !siege.signal.aborted; at += CHUNK) {
    if (client.socket.readyState !== client.socket.OPEN) {
      break;
    }
    client.send(
      speech.subarray(at % (speech.length - CHUNK), (at % (speech.length - CHUNK)) + CHUNK),
    );
    await pause((1000 * CHUNK) / RATE);
  }
  siege.log.count(client.received > 0 ? 'voices changed' : 'voices that did not come back');
}

async function endVoice(
  siege: ChaosRun,
  account: SiegeAccount,
  { client, id }: { readonly client: VoiceClient; readonly id: string },
): Promise<void> {
  await pickOne(siege.random, [
    () => awaitFor(client.close(), 5000),
    () => Promise.resolve(null),
    () => cancel(siege, account, id),
    () => {
      client.socket.send('nonsense');
      return awaitFor(client.ended, 5000);
    },
  ])();
  client.socket.terminate();
}
