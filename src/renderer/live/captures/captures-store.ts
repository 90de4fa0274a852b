import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { Marker } from '../../../contract/marker.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { type CaptureWriter, openCaptureWriter } from './capture-writer.ts';
import type { RecordedFile } from '../recording/recording-host.ts';
import {
  type CaptureSource,
  type RecorderUse,
  SharedRecorders,
} from '../recording/shared-recorders.ts';

/** A file that was made. */
export interface SavedCapture {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Markers in the order of their times; empty for none. */
  readonly markers: readonly Marker[];
}

/** Progress of a recording. */
export type RecordingState =
  | { readonly phase: 'opening' | 'finishing' }
  | { readonly phase: 'running'; readonly sinceMs: number; readonly markers: readonly Marker[] };

/** Content of the replay buffer. */
export interface ReplayState {
  readonly seconds: number;
  readonly isSaving: boolean;
}

/** Recordings, replays and snapshots of the output. */
export interface CapturesState {
  /**
   * The recording under way; null without one.
   *
   *   opening ──▶ running ──stop──▶ finishing (a long one takes a while) ──▶ null
   *      └──stop──▶ null, without a file
   */
  readonly recording: RecordingState | null;
  /** Null while nothing is held. */
  readonly replay: ReplayState | null;
  /** True when the microphone was opened for a recording or replay; it closes with the last of them. */
  readonly hasOpenedMicrophone: boolean;
  /** Starts; `onFailure` is called when the recording cannot continue, after its file was finished. */
  readonly record: (source: CaptureSource, onFailure: OnFailure) => Promise<void>;
  /** Ends the recording, also one that opens; null when none runs, or when it has no frame. */
  readonly stop: () => Promise<SavedCapture | null>;
  /** Puts a marker where the recording is now; null when none runs. */
  readonly mark: (toTitle: (count: number) => string) => Promise<Marker | null>;
  /** Sets the length of the replay buffer, 0 for none. `onFailure` is called when it cannot continue. */
  readonly holdReplay: (
    source: CaptureSource | null,
    seconds: number,
    onFailure: (error: unknown) => void,
  ) => void;
  /** Saves the replay buffer as a file and keeps buffering. Null when a save is in progress. */
  readonly saveReplay: () => Promise<SavedCapture | null>;
  /** Saves the current frame of a video element. */
  readonly snap: (video: HTMLVideoElement) => Promise<SavedCapture>;
  readonly reveal: (id: string) => Promise<void>;
  readonly chooseFolder: () => Promise<string>;
}

/**
 * Called with the reason when a recording cannot continue, and with its file; null when even that could not be
 * kept.
 */
export type OnFailure = (error: unknown, made: SavedCapture | null) => void;

/** See {@link CapturesState}. */
export type CapturesStore = StoreApi<CapturesState>;

/** Margin of a replay, which begins with a key frame a little before the requested time. */
const pastSlackS = 5;

/** Makes the store; nothing is recorded. */
export function createCapturesStore(bridge: Bridge<Ipc>): CapturesStore {
  return createStore<CapturesState>()((set, get) => {
    const captures = new OutputCaptures(bridge, { set, get });
    return {
      recording: null,
      replay: null,
      hasOpenedMicrophone: false,
      record: (source, onFailure) => captures.record(source, onFailure),
      stop: () => captures.stop(),
      mark: (toTitle) => captures.mark(toTitle),
      holdReplay: (source, seconds, onFailure) => captures.hold(source, seconds, onFailure),
      saveReplay: () => captures.saveReplay(),
      snap: (video) => snap(bridge, video),
      reveal: async (id) => {
        await bridge.call('captures.reveal', { id });
      },
      chooseFolder: async () => (await bridge.call('captures.choose_folder', {})).folder,
    };
  });
}

interface StoreAccess {
  readonly set: (patch: Partial<CapturesState>) => void;
  readonly get: () => CapturesState;
}

interface OpenRecording {
  readonly writer: CaptureWriter;
  readonly file: RecordedFile;
  readonly lease: RecorderUse;
}

/** Recording and replay of the output. */
class OutputCaptures {
  readonly #bridge: Bridge<Ipc>;
  readonly #store: StoreAccess;
  readonly #leases = new SharedRecorders();
  #running: OpenRecording | null = null;
  /** True when a recording that opens was stopped, as at the end of its session. */
  #isStopped = false;
  #replay: { readonly lease: RecorderUse; readonly source: CaptureSource } | null = null;
  #isSaving = false;

  constructor(bridge: Bridge<Ipc>, store: StoreAccess) {
    this.#bridge = bridge;
    this.#store = store;
  }

  async record(source: CaptureSource, onFailure: OnFailure): Promise<void> {
    const { set, get } = this.#store;
    if (get().recording !== null) {
      return;
    }
    set({ recording: { phase: 'opening' } });
    this.#isStopped = false;
    const fail = (error: unknown): void => void this.#giveUp(error, onFailure);
    let writer: CaptureWriter | null = null;
    try {
      writer = await openCaptureWriter(this.#bridge, 'video');
      if (!this.#isStopped) {
        const lease = this.#leases.lease(source, fail);
        this.#running = { writer, lease, file: lease.recorder.openFile(writer, fail) };
        set({ recording: { phase: 'running', sinceMs: performance.now(), markers: [] } });
        return;
      }
    } catch (error) {
      set({ recording: null });
      await writer?.drop();
      throw error;
    }
    set({ recording: null });
    await writer.drop();
  }

  async stop(): Promise<SavedCapture | null> {
    const { set, get } = this.#store;
    const own = this.#running;
    if (own === null) {
      this.#isStopped = true;
      return null;
    }
    this.#running = null;
    const { recording } = get();
    const markers = recording?.phase === 'running' ? recording.markers : [];
    try {
      set({ recording: { phase: 'finishing' } });
      await own.file.close();
      own.lease.release();
      return await complete(own.writer, markers);
    } finally {
      own.lease.release();
      set({ recording: null });
    }
  }

  async mark(toTitle: (count: number) => string): Promise<Marker | null> {
    const { set, get } = this.#store;
    const own = this.#running;
    const atMs = (await own?.file.position()) ?? null;
    const { recording } = get();
    if (own === null || atMs === null || recording?.phase !== 'running') {
      return null;
    }
    const marker = { atMs: Math.round(atMs), title: toTitle(recording.markers.length + 1) };
    set({ recording: { ...recording, markers: [...recording.markers, marker] } });
    await own.writer.mark(marker);
    return marker;
  }

  hold(source: CaptureSource | null, seconds: number, onFailure: (error: unknown) => void): void {
    const { set } = this.#store;
    const before = this.#replay;
    this.#replay = null;
    if (source !== null && seconds > 0) {
      const lease = this.#leases.lease(source, (error) => {
        this.hold(null, 0, onFailure);
        onFailure(error);
      });
      this.#replay = { lease, source };
      lease.recorder.setReplay(seconds);
      set({ replay: { seconds, isSaving: this.#isSaving } });
    } else {
      set({ replay: null });
    }
    if (before?.lease.recorder !== this.#replay?.lease.recorder) {
      before?.lease.recorder.setReplay(0);
    }
    before?.lease.release();
  }

  async saveReplay(): Promise<SavedCapture | null> {
    const { replay } = this.#store.get();
    if (this.#replay === null || replay === null) {
      throw new AppError('not_found', 'No replay is held.', { details: faultDetails('no_replay') });
    }
    if (this.#isSaving) {
      return null;
    }
    // A lease of its own: the session may end meanwhile.
    const lease = this.#leases.lease(this.#replay.source, () => undefined);
    this.#setSaving(true);
    try {
      const pastSeconds = replay.seconds + pastSlackS;
      const writer = await openCaptureWriter(this.#bridge, 'video', { pastSeconds });
      try {
        await lease.recorder.saveReplay(writer);
      } catch (error) {
        await writer.drop();
        throw error;
      }
      return await complete(writer, []);
    } finally {
      lease.release();
      this.#setSaving(false);
    }
  }

  #setSaving(isSaving: boolean): void {
    const { set, get } = this.#store;
    this.#isSaving = isSaving;
    const { replay } = get();
    set({ replay: replay === null ? null : { ...replay, isSaving } });
  }

  /** Keeps the written part, if possible. */
  async #giveUp(error: unknown, onFailure: OnFailure): Promise<void> {
    if (this.#running === null) {
      return; // Pieces that were under way fail as well.
    }
    let made: SavedCapture | null = null;
    try {
      made = await this.stop();
    } catch (second) {
      reportError(second);
    }
    onFailure(error, made);
  }
}

/** Saves the current frame of a video element. */
async function snap(bridge: Bridge<Ipc>, video: HTMLVideoElement): Promise<SavedCapture> {
  const image = await drawPng(video);
  const writer = await openCaptureWriter(bridge, 'picture');
  try {
    await writer.push(image);
    const { path } = await writer.end();
    return { id: writer.id, name: writer.name, path, markers: [] };
  } catch (error) {
    await writer.drop().catch(() => undefined); // The reason of the failure is the first one.
    throw error;
  }
}

async function complete(
  writer: CaptureWriter,
  markers: readonly Marker[],
): Promise<SavedCapture | null> {
  if (writer.isEmpty()) {
    await writer.drop();
    return null;
  }
  const { path } = await writer.end();
  return { id: writer.id, name: writer.name, path, markers };
}

async function drawPng(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) {
    throw new AppError('not_found', 'There is no picture yet.', {
      details: faultDetails('nothing_goes_out'),
    });
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
