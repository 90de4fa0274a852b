import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { type CaptureWriter, openCaptureWriter } from './capture-writer.ts';
import {
  type RecordedSound,
  type Recording,
  type RecordingOptions,
  startRecording,
} from './recording/recording-host.ts';

/** A file that was made. */
export interface MadeCapture {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** How far a recording is. */
export type RecordingState =
  | { readonly phase: 'opening' | 'finishing' }
  | { readonly phase: 'running'; readonly sinceMs: number };

/** Recordings and snapshots of the output. */
export interface CapturesState {
  /**
   * The recording under way; null without one.
   *
   *   opening ──▶ running ──stop──▶ finishing (a long one takes a while) ──▶ null
   */
  readonly recording: RecordingState | null;
  /** Begins; `onFailure` is told when it could not go on, after the file was closed as it is. */
  readonly record: (source: CaptureSource, onFailure: OnFailure) => Promise<void>;
  /** Ends the recording; null when none runs. */
  readonly stop: () => Promise<MadeCapture | null>;
  /** Keeps the picture that a video element shows now. */
  readonly snap: (video: HTMLVideoElement) => Promise<MadeCapture>;
  readonly reveal: (id: string) => Promise<void>;
  readonly chooseFolder: () => Promise<string>;
}

/** What is recorded. */
export interface CaptureSource extends Omit<RecordingOptions, 'onFailure'> {
  /** Follows what is heard while it is recorded, until the function it returns is called. */
  readonly followSound: (sound: RecordedSound) => () => void;
}

/** Told why a recording could not go on, and what there is of it; null when even that could not be kept. */
export type OnFailure = (error: unknown, made: MadeCapture | null) => void;

/** See {@link CapturesState}. */
export type CapturesStore = StoreApi<CapturesState>;

/** Makes the store; nothing is recorded. */
export function createCapturesStore(bridge: Bridge<Ipc>): CapturesStore {
  let running: {
    readonly writer: CaptureWriter;
    readonly recording: Recording;
    readonly leaveSound: () => void;
  } | null = null;
  const store = createStore<CapturesState>()((set, get) => ({
    recording: null,
    record: async ({ followSound, ...source }, onFailure) => {
      if (get().recording !== null) {
        return;
      }
      set({ recording: { phase: 'opening' } });
      let writer: CaptureWriter | null = null;
      try {
        writer = await openCaptureWriter(bridge, 'video');
        const recording = startRecording(writer, {
          ...source,
          onFailure: (error) => void giveUp(error, onFailure),
        });
        running = { writer, recording, leaveSound: followSound(recording.sound) };
        set({ recording: { phase: 'running', sinceMs: performance.now() } });
      } catch (error) {
        set({ recording: null });
        await writer?.drop();
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
        set({ recording: { phase: 'finishing' } });
        own.leaveSound();
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
  async function giveUp(error: unknown, onFailure: OnFailure): Promise<void> {
    if (running === null) {
      return; // Pieces that were under way fail as well.
    }
    let made: MadeCapture | null = null;
    try {
      made = await store.getState().stop();
    } catch (second) {
      reportError(second);
    }
    onFailure(error, made);
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
