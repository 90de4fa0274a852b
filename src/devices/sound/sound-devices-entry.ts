/**
 * Process of the virtual microphone: creates it, plays the changed voice into it, and records the microphone.
 * It ends with the app; the sound server keeps the virtual microphone until the next start removes it.
 */
import { AppError } from '../../base/errors.ts';
import type { PeerContext } from '../../base/peer/serve-peer.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { checkQuestions, type ServedMethods } from '../../contract/peer-methods.ts';
import { soundMethods, type SoundReport, MICROPHONE_NAME } from '../../contract/sound-devices.ts';
import { serveParent } from '../../engine/threads/serve-parent.ts';
import { type RealtimeGrant, requestRealtime } from '../native/realtime.ts';
import { MicrophoneRoute, type RouteOptions } from './microphone-route.ts';
import { testMicrophone } from './microphone-test.ts';
import { PulseConnection } from './pulse/pulse-connection.ts';
import { listSoundDevices, findSourceRunning } from './pulse/pulse-devices.ts';
import {
  createVirtualMicrophone,
  removeVirtualMicrophone,
  removeOwn,
} from './pulse/virtual-microphone.ts';

const CLOSE_MS = 200;
/** Of twenty measurements a second ten are reported. */
const REPORT_EVERY = 2;

interface Voice {
  readonly signal: AbortSignal;
  readonly route: MicrophoneRoute;
}

let opening: Promise<PulseConnection> | null = null;
/** Making and removing wait for each other. */
const queue = new SerialQueue();
/** Running voice, or one that is being opened; a withdrawn one closes by itself. */
let voice: Voice | null = null;

/** The only connection; a new one is made after the loss of the server. */
function connect(): Promise<PulseConnection> {
  opening ??= PulseConnection.open().then(
    (connection) => {
      connection.onEnd(() => {
        opening = null;
        setTimeout(() => connection.close(), CLOSE_MS); // Streams are notified first.
      });
      return connection;
    },
    (error: unknown) => {
      opening = null;
      throw error;
    },
  );
  return opening;
}

/** Runs until the question is withdrawn; throws what ended it otherwise. */
async function run(
  requested: Pick<RouteOptions, 'socketUrl' | 'input' | 'mix'>,
  { signal, report }: PeerContext,
): Promise<null> {
  if (voice !== null && !voice.signal.aborted) {
    throw new AppError('at_capacity', 'The virtual microphone has a voice already.');
  }
  const { promise: ended, resolve, reject } = Promise.withResolvers<null>();
  ended.catch(() => undefined); // A device may be unplugged before this waits for it.
  let realtime: RealtimeGrant = 'none';
  let count = 0;
  const route = new MicrophoneRoute({
    ...requested,
    connect,
    onReport: (facts) => {
      count += 1;
      if (count % REPORT_EVERY === 0) {
        report({ ...facts, realtime } satisfies SoundReport);
      }
    },
    onEnded: reject,
  });
  const own: Voice = { signal, route };
  voice = own;
  try {
    await route.open();
    void requestRealtime().then((grant) => (realtime = grant));
    signal.addEventListener('abort', () => resolve(null));
    if (signal.aborted) {
      resolve(null);
    }
    return await ended;
  } finally {
    route.close();
    if (voice === own) {
      voice = null;
    }
  }
}

const methods: ServedMethods<typeof soundMethods> = {
  devices: async () => removeOwn(await listSoundDevices(await connect())),
  open: () =>
    queue.run(async () => {
      await createVirtualMicrophone(await connect());
      return null;
    }),
  status: async () => {
    const isRead = await findSourceRunning(await connect(), MICROPHONE_NAME);
    return { isThere: isRead !== null, isRead: isRead === true };
  },
  run,
  mix: async (mix) => {
    await voice?.route.mix(mix);
    return null;
  },
  test: async () => testMicrophone(await connect()),
  remove: () =>
    queue.run(async () => ({ modules: await removeVirtualMicrophone(await connect()) })),
};

serveParent(checkQuestions(soundMethods, methods), { isConcurrent: true });
