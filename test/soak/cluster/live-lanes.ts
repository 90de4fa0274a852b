import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from '../../../src/client/client.ts';
import { publishPlain } from '../../live/support/swap-service.ts';
import { openSwapClient, type SwapClient } from '../../live/support/swap-client.ts';
import { makeVowel } from '../../service/voice-changer/sounds.ts';
import { VoiceClient } from '../../service/voice-changer/voice-client.ts';
import type { Lane } from './order-jobs.ts';
import { PictureWatch } from './picture-watch.ts';

/** A live session as its customer knows it. */
export interface LiveRecord {
  readonly id: string;
  /** Upper bound of the sent time, in milliseconds; null where only the service can know. */
  sentMs: number | null;
}

/** Observations of live lanes. */
export interface LiveDiary {
  readonly sessions: LiveRecord[];
  /** Time from the loss of a connection to the next frame or audio, in milliseconds. */
  readonly backMs: number[];
  /** Longest time without a frame while socket and room were connected, in milliseconds. */
  longestStallMs: number;
  /** The same after the service reported the loss of the engine: an app shows its card then. */
  longestToldMs: number;
}

interface Opened {
  readonly id: string;
  readonly token: string;
}

type Feature = 'voice-changer' | 'real-time-swap';

const second = makeVowel(150, 1);
/** Time for which a client looks for its session. */
const COME_BACK_MS = 25_000;
const LOOK_MS = 250;
const STALL_MS = 3000;

/** Runs voice sessions in sequence until the signal; reconnects after each loss of the connection. */
export async function speakAlways(lane: Lane, diary: LiveDiary): Promise<void> {
  while (!lane.signal.aborted) {
    const opened = await open(lane, 'voice-changer');
    if (opened !== null) {
      const record = findRecord(diary, { id: opened.id, sentMs: 0 });
      await speak(lane, diary, { opened, record, seconds: 3 + Math.floor(lane.random() * 15) });
    }
    await pause(500);
  }
}

/** Returns the record of a session, which repeated requests share; `opened` if the session is new. */
function findRecord({ sessions }: LiveDiary, opened: LiveRecord): LiveRecord {
  const known = sessions.find(({ id }) => id === opened.id);
  if (known === undefined) {
    sessions.push(opened);
  }
  return known ?? opened;
}

async function speak(
  lane: Lane,
  diary: LiveDiary,
  plan: { readonly opened: Opened; readonly record: LiveRecord; readonly seconds: number },
): Promise<void> {
  const { opened, record, seconds } = plan;
  let left = seconds;
  let lostAtMs: number | null = null;
  while (left > 0) {
    const voice = await reconnect(lane, 'voice-changer', (url) =>
      new VoiceClient(url, opened.token).open(),
    );
    if (voice === null) {
      return;
    }
    try {
      await voice.greet(null);
      while (left > 0) {
        record.sentMs = (record.sentMs ?? 0) + 1000;
        voice.send(second);
        // Changed audio arrives after the audio that was sent.
        await within(voice.receive(voice.received + second.length / 2), 15_000);
        if (lostAtMs !== null) {
          diary.backMs.push(performance.now() - lostAtMs);
          lostAtMs = null;
        }
        left -= 1;
        if (lane.random() < 0.05) {
          lane.log.count('voice: the client cut its connection');
          voice.socket.terminate();
        }
        await pause(600);
      }
      await voice.close();
      lane.log.count('voice: sessions spoken to their end');
    } catch {
      voice.socket.terminate();
      lostAtMs ??= performance.now();
      if (noteEnd(lane, 'voice', voice.texts)) {
        return;
      }
    }
  }
}

/** Sends a camera into swap sessions in sequence until the signal, and checks that frames arrive. */
export async function performAlways(lane: Lane, diary: LiveDiary): Promise<void> {
  while (!lane.signal.aborted) {
    const opened = await open(lane, 'real-time-swap');
    if (opened !== null) {
      findRecord(diary, { id: opened.id, sentMs: null });
      await perform(lane, diary, opened);
    }
    await pause(500);
  }
}

async function perform(lane: Lane, diary: LiveDiary, { token }: Opened): Promise<void> {
  let lostAtMs: number | null = null;
  while (!lane.signal.aborted) {
    const client = await reconnect(lane, 'real-time-swap', (url) => openSwapClient(url, token));
    if (client === null) {
      return;
    }
    client.send({ type: 'session_join', passthrough: true });
    client.send({ type: 'prompt', prompt: 'face' });
    lostAtMs = await showCamera(lane, diary, { client, lostAtMs });
    const moved = client.messages.some(
      (message) => message.type === 'warning' && message.code === 'session_moved',
    );
    if (moved) {
      lane.log.count('swap: went on at another node');
    }
    if (lane.signal.aborted) {
      await client.close();
      return;
    }
    client.cut();
    if (noteEnd(lane, 'swap', client.messages)) {
      return;
    }
  }
}

/** Waits for the loss of the connection; returns its time, or an earlier one from which no frame arrived. */
async function showCamera(
  { log, signal }: Lane,
  diary: LiveDiary,
  { client, lostAtMs }: { readonly client: SwapClient; readonly lostAtMs: number | null },
): Promise<number | null> {
  let camera: Awaited<ReturnType<typeof publishPlain>>;
  try {
    camera = await within(publishPlain(client), 20_000);
  } catch {
    return lostAtMs ?? performance.now();
  }
  const watch = new PictureWatch();
  const isOpen = (): boolean => client.socket.readyState === client.socket.OPEN;
  while (isOpen() && !signal.aborted && !camera.events.includes('disconnected')) {
    await pause(LOOK_MS);
    const now = camera.videos.reduce((sum, video) => sum + video.frames, 0);
    const isFirst = watch.seenAtMs === null;
    watch.look({
      nowMs: performance.now(),
      frames: now,
      losses: client.messages.filter(isLoss).length,
    });
    if (isFirst && watch.seenAtMs !== null) {
      log.count('swap: picture came');
      if (lostAtMs !== null) {
        diary.backMs.push(performance.now() - lostAtMs);
      }
    }
    const { stallMs, isTold } = watch;
    if (isTold) {
      diary.longestToldMs = Math.max(diary.longestToldMs, stallMs);
      continue;
    }
    diary.longestStallMs = Math.max(diary.longestStallMs, stallMs);
    if (stallMs > STALL_MS && stallMs < STALL_MS + LOOK_MS + 50) {
      log.count(`swap: no picture for ${STALL_MS / 1000} s while all stood`);
    }
  }
  const sinceMs = performance.now();
  // Leaving a room of a dead node takes time.
  void camera.close().catch(() => undefined);
  return watch.seenAtMs === null ? (lostAtMs ?? sinceMs) : sinceMs;
}

function isLoss(message: SwapClient['messages'][number]): boolean {
  return message.type === 'warning' && /^(worker_restarted|room_unreachable)$/.test(message.code);
}

async function open(
  { cluster, account, log, random }: Lane,
  feature: Feature,
): Promise<Opened | null> {
  const base = cluster.pick(['live'], random);
  if (base === null) {
    return null;
  }
  const client = createApiClient({ baseUrl: base, apiKey: account.secret });
  try {
    const { session_id: id, session_token: token } =
      feature === 'voice-changer'
        ? await client.openVoiceChangerSession({
            body: { duration_minutes: 1, voice_id: 'clear-host' },
          })
        : await client.openSwapSession({ body: { duration_minutes: 2 } });
    log.count(`${feature}: sessions opened`);
    return { id, token };
  } catch (error) {
    log.count(`${feature}: not opened, ${error instanceof Error ? error.message : ''}`);
    return null;
  }
}

/** Tries live nodes as they come, as behind a load balancer. Null when none took the client in time. */
async function reconnect<T>(
  { cluster, random, log }: Lane,
  feature: Feature,
  connect: (streamUrl: string) => Promise<T>,
): Promise<T | null> {
  const untilMs = performance.now() + COME_BACK_MS;
  while (performance.now() < untilMs) {
    const base = cluster.pick(['live'], random);
    try {
      if (base !== null) {
        return await within(connect(`${base.replace('http', 'ws')}/${feature}/stream`), 8000);
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      const status = Number(/\b4\d\d\b/.exec(text)?.[0] ?? 0);
      if (status !== 0 && status !== 429) {
        log.count(`${feature}: refused with ${status}`);
        return null;
      }
    }
    await pause(500);
  }
  log.count(`${feature}: no node took it within ${COME_BACK_MS / 1000} s`);
  return null;
}

/** Logs the end of a session; returns whether the service ended it for good. */
function noteEnd({ log }: Lane, subject: string, messages: readonly object[]): boolean {
  const end = messages.find((message) => 'reason' in message && 'type' in message);
  const reason = end !== undefined && 'reason' in end ? String(end.reason) : null;
  log.count(`${subject}: ${reason === null ? 'connection lost' : `ended, ${reason}`}`);
  return reason !== null && reason !== 'replaced';
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  work.catch(() => undefined);
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      pause(ms, undefined, { signal: late.signal }).then(() => {
        throw new Error(`It took more than ${ms} ms.`);
      }),
    ]);
  } finally {
    late.abort();
  }
}
