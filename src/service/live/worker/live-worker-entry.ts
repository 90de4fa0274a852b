/**
 * Live worker process: swaps the video of one session at a time, communicates with the service by messages
 * only, and has no access to the database or keys. It ends with the service. Between sessions a swap is kept
 * ready, so that the next one starts immediately.
 */
import '../../../engine/models/no-telemetry.ts';
import { flushCompileCache } from 'node:module';
import { AppError, toWireError } from '../../../base/errors.ts';
import { createArmMover } from '../../../engine/body/live/arms-host.ts';
import { openBuiltInFolder } from '../../../capabilities/kit/models.ts';
import {
  type CharacterCache,
  openCharacterCache,
} from '../../../engine/live/character/character-cache.ts';
import type { ArmMover } from '../../../engine/live/character-arms.ts';
import type { LiveSwap } from '../../../engine/live/live-swap.ts';
import { openLiveSwap } from '../../../engine/live/open-live-swap.ts';
import { warmUpRenderer } from '../../../engine/live/warm-up-renderer.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';
import { FrameLinkSender } from './frame-link-sender.ts';
import type { LiveStream } from './live-stream.ts';
import type { FromLiveWorker, SwapSettings, ToLiveWorker } from './worker-messages.ts';

const usual: SwapSettings = {
  isPassthrough: false,
  cover: 'blur',
  isIdentityLocked: true,
  hasBadge: false,
};

interface LoadedStreams {
  readonly LiveStream: typeof LiveStream;
}

interface Session {
  readonly opening: Promise<LiveSwap>;
  readonly stream: LiveStream;
}

/** Outlives the swaps: characters made for one session are reused by the next. */
let cache: Promise<CharacterCache> | null = null;
/** Arm mover; its thread starts with the first character that has arms. */
let arms: ArmMover | null = null;
/** Opened in advance for the next session; its settings can be changed later. */
let spare: Promise<LiveSwap> | null = openSwap(usual);
let session: Session | null = null;
/** Image of the covers; null for the app's default card. */
let card: Uint8Array | null = null;
const frameLink = new FrameLinkSender();
/** Code stays fast from then on. */
let hasRehearsed = false;
let rehearsing: Promise<void> = Promise.resolve();

/** The room client is loaded while the threads of the swap start: both are slow. */
const streams = import('./live-stream.ts');
const { send } = openParentChannel<FromLiveWorker, ToLiveWorker>((message) => {
  // Messages keep their order: all wait for the same promise.
  void streams.then((loaded) => obey(message, loaded));
});
void warmUp(spare);

async function warmUp(opening: Promise<LiveSwap>): Promise<void> {
  try {
    await opening;
    send({ type: 'ready' });
    // Now and not at the end, which is sudden.
    flushCompileCache();
  } catch {
    // Reported when a session needs it.
  }
}

async function obey(message: ToLiveWorker, loaded: LoadedStreams): Promise<void> {
  switch (message.type) {
    case 'frame_link':
      frameLink.setAddress(message.link);
      break;
    case 'card':
      await setCard(message.image);
      break;
    case 'study':
      await study(message.image);
      break;
    case 'join':
      await join(message, loaded);
      break;
    case 'change':
      await session?.stream.change(message.number, message.change);
      break;
    case 'stream':
      session?.stream.stream();
      break;
    case 'hold':
      session?.stream.hold();
      break;
    case 'leave':
      await leave();
      break;
  }
}

/** Sets the card. An unreadable image leaves the previous card, which covers as well. */
async function setCard(image: Uint8Array | null): Promise<void> {
  card = image;
  for (const opening of [spare, session?.opening]) {
    await opening?.then((swap) => swap.setCard(image)).catch(() => undefined);
  }
}

async function study(image: Uint8Array): Promise<void> {
  try {
    await (await findCache()).read(image);
    rehearsing = rehearsing.then(() => warmUpSpare(image));
    await rehearsing;
  } catch {
    // Reported when a session requests it.
  }
}

async function warmUpSpare(image: Uint8Array): Promise<void> {
  const opening = spare;
  if (opening === null || hasRehearsed) {
    return;
  }
  try {
    await warmUpRenderer(await opening, image, () => spare === opening);
    hasRehearsed = true;
  } catch {
    // The first frames of the stream take longer then.
  }
}

async function join(
  { room, settings }: Extract<ToLiveWorker, { type: 'join' }>,
  { LiveStream: Stream }: LoadedStreams,
): Promise<void> {
  const opening = acquireSwap(settings);
  const { isPassthrough, hasBadge } = settings;
  // Messages of a session that was left already would be attributed to the next one.
  const post = (message: FromLiveWorker): void => {
    if (session === own) {
      send(message);
    }
  };
  const stream = new Stream({
    room,
    opening,
    isPassthrough,
    hasBadge,
    link: frameLink,
    send: post,
  });
  const own: Session = { opening, stream };
  session = own;
  frameLink.setActive(true);
  try {
    await stream.joined;
    post({ type: 'joined' });
  } catch (error) {
    post({ type: 'failed', error: toFailure(error) });
  }
}

async function leave(): Promise<void> {
  const left = session;
  session = null;
  frameLink.setActive(false);
  const report = (await left?.stream.leave()) ?? null;
  send({ type: 'left', report });
  await (await left?.opening.catch(() => null))?.close();
  spare ??= openSwap(usual);
  spare.catch(() => undefined);
}

async function acquireSwap(settings: SwapSettings): Promise<LiveSwap> {
  if (settings.isIdentityLocked !== usual.isIdentityLocked || spare === null) {
    return openSwap(settings);
  }
  const opening = spare;
  spare = null;
  const swap = await opening;
  await rehearsing;
  swap.setCover(settings.cover);
  swap.setPassthrough(settings.isPassthrough);
  return swap;
}

async function openSwap(settings: SwapSettings): Promise<LiveSwap> {
  const models = await openBuiltInFolder();
  arms ??= createArmMover({ modelFolder: models.path });
  const swap = await openLiveSwap({ models, ...settings, characters: findCache(), arms });
  if (card !== null) {
    await swap.setCard(card).catch(() => undefined);
  }
  return swap;
}

/** Opens the cache with the first call; a failure is tried again with the next. */
function findCache(): Promise<CharacterCache> {
  cache ??= openCache();
  return cache;
}

async function openCache(): Promise<CharacterCache> {
  try {
    const { path: modelFolder } = await openBuiltInFolder();
    return await openCharacterCache({ modelFolder });
  } catch (error) {
    cache = null;
    throw error;
  }
}

/** The text of a bug may hold paths; it goes to the log of the worker, not to the client. */
function toFailure(error: unknown) {
  if (!(error instanceof AppError)) {
    process.stderr.write(
      `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
  return toWireError(error);
}
