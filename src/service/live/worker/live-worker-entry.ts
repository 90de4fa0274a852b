/**
 * A live worker process: swaps the picture of one session at a time, talks to the service by messages only,
 * knows no database and no key. It ends when the service ends. Between sessions a swap stands ready, so
 * that the next one begins at once.
 */
import '../../../engine/models/no-telemetry.ts';
import { flushCompileCache } from 'node:module';
import { AppError, toWireError } from '../../../base/errors.ts';
import { openBuiltInFolder } from '../../../capabilities/kit/models.ts';
import type { LiveSwap } from '../../../engine/live/live-swap.ts';
import { openLiveSwap } from '../../../engine/live/open-live-swap.ts';
import { dieWithParent } from '../../jobs/parent-watch.ts';
import { joinLiveStream, type LiveStream } from './live-stream.ts';
import type { FromLiveWorker, SwapSettings, ToLiveWorker } from './worker-messages.ts';

const usual: SwapSettings = { isPassthrough: false, cover: 'blur', isIdentityLocked: true };

interface Session {
  readonly swap: LiveSwap;
  readonly stream: LiveStream;
}

/** Opened beforehand for the next session; it takes whatever settings can be changed later. */
let spare: Promise<LiveSwap> | null = openSwap(usual);
let session: Promise<Session> | null = null;

process.on('message', (message: ToLiveWorker) => {
  void obey(message);
});
// The service died: nobody waits for the picture. The second holds even while this thread hangs.
process.on('disconnect', () => process.exit(0));
dieWithParent();
void warmUp(spare);

async function warmUp(opening: Promise<LiveSwap>): Promise<void> {
  try {
    await opening;
    send({ type: 'ready' });
    // Now and not at the end, which is sudden.
    flushCompileCache();
  } catch {
    // Told when a session needs it.
  }
}

async function obey(message: ToLiveWorker): Promise<void> {
  switch (message.type) {
    case 'join':
      await join(message);
      break;
    case 'change':
      await (await session?.catch(() => null))?.stream.change(message.number, message.change);
      break;
    case 'stream':
      (await session?.catch(() => null))?.stream.stream();
      break;
    case 'leave':
      await leave();
      break;
  }
}

async function join({ room, settings }: Extract<ToLiveWorker, { type: 'join' }>): Promise<void> {
  const joining = (async () => {
    const swap = await takeSwap(settings);
    const stream = await joinLiveStream(room, swap, {
      isPassthrough: settings.isPassthrough,
      send,
    });
    return { swap, stream };
  })();
  session = joining;
  try {
    await joining;
    send({ type: 'joined' });
  } catch (error) {
    send({ type: 'failed', error: toFailure(error) });
  }
}

async function leave(): Promise<void> {
  const left = await session?.catch(() => null);
  session = null;
  const report = (await left?.stream.leave()) ?? null;
  send({ type: 'left', report });
  await left?.swap.close();
  spare ??= openSwap(usual);
  spare.catch(() => undefined);
}

async function takeSwap(settings: SwapSettings): Promise<LiveSwap> {
  if (settings.isIdentityLocked !== usual.isIdentityLocked || spare === null) {
    return openSwap(settings);
  }
  const opening = spare;
  spare = null;
  const swap = await opening;
  swap.setCover(settings.cover);
  swap.setPassthrough(settings.isPassthrough);
  return swap;
}

async function openSwap(settings: SwapSettings): Promise<LiveSwap> {
  return openLiveSwap({ models: await openBuiltInFolder(), ...settings });
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

function send(message: FromLiveWorker): void {
  process.send?.(message);
}
