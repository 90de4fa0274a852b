import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { type CaptureWriter, openCaptureWriter } from './capture-writer.ts';
import { type Recording, startRecording } from './recorder.ts';

/** A file that was made. */
export interface MadeCapture {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** Recordings and snapshots of the output. */
export interface CapturesState {
  /** The recording under way. */
  readonly recording: { readonly name: string; readonly sinceMs: number } | null;
  /** Begins; `onFailure` is told when it could not go on, after the file was closed as it is. */
  readonly record: (source: CaptureSource, onFailure: (error: unknown) => void) => Promise<void>;
  /** Ends the recording; null when none runs. */
  readonly stop: () => Promise<MadeCapture | null>;
  /** Keeps the picture that a video element shows now. */
  readonly snap: (video: HTMLVideoElement) => Promise<MadeCapture>;
  readonly reveal: (id: string) => Promise<void>;
  readonly chooseFolder: () => Promise<string>;
}

/** What is recorded. */
export interface CaptureSource {
  readonly stream: MediaStream;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** See {@link CapturesState}. */
export type CapturesStore = StoreApi<CapturesState>;

/** Makes the store; nothing is recorded. */
export function createCapturesStore(bridge: Bridge<Ipc>): CapturesStore {
  let running: { readonly writer: CaptureWriter; readonly recording: Recording } | null = null;
  const store = createStore<CapturesState>()((set, get) => ({
    recording: null,
    record: async ({ stream, ...size }, onFailure) => {
      if (get().recording !== null) {
        return;
      }
      const writer = await openCaptureWriter(bridge, 'video');
      try {
        const recording = startRecording(stream, writer, {
          ...size,
          onFailure: (error) => void giveUp(error, onFailure),
        });
        running = { writer, recording };
        set({ recording: { name: writer.name, sinceMs: performance.now() } });
      } catch (error) {
        await writer.drop();
        throw error;
      }
    },
    stop: async () => {
      const own = running;
      if (own === null) {
        return null;
      }
      running = null;
      try {
        await own.recording.stop();
        const { path } = await own.writer.end();
        return { id: own.writer.id, name: own.writer.name, path };
      } finally {
        set({ recording: null });
      }
    },
    snap: async (video) => {
      const picture = await drawPng(video);
      const writer = await openCaptureWriter(bridge, 'picture');
      try {
        writer.push(picture);
        const { path } = await writer.end();
        return { id: writer.id, name: writer.name, path };
      } catch (error) {
        await writer.drop();
        throw error;
      }
    },
    reveal: async (id) => {
      await bridge.call('captures.reveal', { id });
    },
    chooseFolder: async () => (await bridge.call('captures.choose_folder', {})).folder,
  }));

  /** What was written so far stays, if that can be. */
  async function giveUp(error: unknown, onFailure: (error: unknown) => void): Promise<void> {
    try {
      await store.getState().stop();
    } catch (second) {
      reportError(second);
    }
    onFailure(error);
  }
  return store;
}

async function drawPng(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) {
    throw new AppError('not_found', 'There is no picture yet.');
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
