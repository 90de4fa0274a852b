/** The recorder of the page in isolation: its calls go to `recorder-main.ts`. */
import { AppError } from '../../../src/base/errors.ts';
import type { Ipc } from '../../../src/contract/ipc/contract.ts';
import type { Bridge } from '../../../src/contract/ipc/kit.ts';
import { createCapturesStore } from '../../../src/renderer/live/captures/captures-store.ts';
import { attachHiddenVideo } from '../../../src/renderer/live/captures/hidden-video.ts';
import {
  type BeepSource,
  type FlashAndBeep,
  openEmptyTrack,
  openFlashAndBeep,
} from './flash-and-beep.ts';

async function call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { bytes, ...rest } = input;
  const query = new URLSearchParams({ name, input: JSON.stringify(rest) });
  const body = bytes instanceof Uint8Array ? new Blob([Uint8Array.from(bytes)]) : '';
  const reply = await fetch(`/call?${query}`, { method: 'POST', body });
  const answer: unknown = await reply.json();
  if (!reply.ok) {
    throw new Error(JSON.stringify(answer));
  }
  return answer;
}

const bridge = { call, on: () => () => undefined } as unknown as Bridge<Ipc>;
const captures = createCapturesStore(bridge);
const failures: string[] = [];
let stage: FlashAndBeep | null = null;

const noteFailure = (error: unknown): void => {
  failures.push(String(error));
};
const source = (own: FlashAndBeep) => ({
  track: own.track,
  fps: 30,
  syncSound: (sound: {
    readonly feed: (stream: MediaStream | null) => void;
    readonly setLate: (lateMs: number) => void;
    readonly open: (isOpen: boolean) => void;
  }) => {
    sound.setLate(own.lateMs);
    sound.feed(own.hasSound ? own.sound : null);
    sound.open(true);
    return () => sound.feed(null);
  },
});

/** Reads a track as a snapshot does. `holds` returns for each created video whether it still has a stream. */
async function look(track: MediaStreamTrack) {
  const videos: HTMLVideoElement[] = [];
  const create = document.createElement.bind(document);
  Reflect.set(document, 'createElement', (name: string) => {
    const made = create(name);
    videos.push(...(made instanceof HTMLVideoElement ? [made] : []));
    return made;
  });
  const holds = () => videos.map(({ srcObject }) => srcObject !== null);
  try {
    const { videoWidth } = await attachHiddenVideo(new MediaStream([track]));
    return { videoWidth, holds: holds() };
  } catch (error) {
    const { code, details } = error instanceof AppError ? error : {};
    return { code, details, holds: holds() };
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

const recorder = {
  open: (beeps: BeepSource): void => {
    stage = openFlashAndBeep(beeps);
  },
  record: () => stage !== null && captures.getState().record(source(stage), noteFailure),
  stop: () => captures.getState().stop(),
  mark: () => captures.getState().mark((count) => `Marker ${count}`),
  hold: (seconds: number) => {
    captures.getState().holdReplay(stage === null ? null : source(stage), seconds, noteFailure);
  },
  saveReplay: () => captures.getState().saveReplay(),
  look: () => look(stage?.track ?? openEmptyTrack()),
  failures: () => failures,
  nowMs: () => performance.now(),
};
Reflect.set(globalThis, 'recorder', recorder);
