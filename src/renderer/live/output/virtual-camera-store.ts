import { createStore, type StoreApi } from 'zustand/vanilla';
import { toWireError } from '../../../base/errors.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import type { CameraView } from '../../../contract/ipc/cameras.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { DelayMatch } from '../delay/delay-match.ts';

/** Delay between video and voice; see `delay-match.ts`. */
export interface DelayMatchView {
  readonly isFollowing: boolean;
  /** The user's correction, in frames. */
  readonly frames: number;
  /** Lag of the voice in ms; negative when the video is later; null while unknown. */
  readonly differenceMs: number | null;
}

/** The virtual camera, as main has it. */
export interface VirtualCameraState {
  readonly view: CameraView;
  readonly match: DelayMatchView;
  /**
   * Turns the camera on in the size that goes live; the view contains a failure. Throws when the page cannot be opened.
   */
  readonly start: (choice: Pick<LiveChoice, 'heightP' | 'hasOutputPage'>) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** URL of the output page, when requested; null while there is none. */
  readonly pageUrl: string | null;
  readonly setPage: (isOn: boolean) => Promise<void>;
  /** Sets a fixed video delay, independent of the voice. */
  readonly setDelay: (delayMs: number) => Promise<void>;
  /** Delays the video by the lag of the voice, and follows it. */
  readonly matchVoice: () => Promise<void>;
  /** Corrects that by frames. */
  readonly correctMatch: (frames: number) => Promise<void>;
  /** Processes a measured delay difference; null while unknown. Called once a second. */
  readonly noteDifference: (differenceMs: number | null) => Promise<void>;
  /** Shows a test image for a while. */
  readonly test: () => Promise<void>;
}

/** See {@link VirtualCameraState}. */
export type VirtualCameraStore = StoreApi<VirtualCameraState>;

/** Frame rate of the device: that of most programs, whatever rate is sent. */
const RATE = 30;

/** Makes the store and listens to main; until its first word the camera counts as off. */
export function createVirtualCameraStore(bridge: Bridge<Ipc>): VirtualCameraStore {
  const match = new DelayMatch(1000 / RATE);
  const store = createStore<VirtualCameraState>()((set, get) => ({
    view: { state: 'off' },
    match: { isFollowing: false, frames: 0, differenceMs: null },
    pageUrl: null,
    setPage: async (isOn) => {
      if (!isOn) {
        set({ pageUrl: null });
        await bridge.call('cameras.close_page', {});
        return;
      }
      set({ pageUrl: (await bridge.call('cameras.open_page', {})).url });
    },
    start: async ({ heightP, hasOutputPage }) => {
      const format = { width: toWidth(heightP), height: heightP, rate: RATE };
      try {
        set({ view: await bridge.call('cameras.start', { format }) });
      } catch (error) {
        set({ view: { state: 'failed', error: toWireError(error) } });
        return;
      }
      if (hasOutputPage) {
        await get().setPage(true);
      }
    },
    stop: async () => {
      await bridge.call('cameras.stop', {});
    },
    setDelay: async (delayMs) => {
      match.stop();
      await apply(delayMs);
    },
    matchVoice: () => apply(match.match()),
    correctMatch: (frames) => apply(match.correct(frames)),
    noteDifference: async (differenceMs) => {
      const { view } = get();
      if (view.state === 'on') {
        const { delayMs, output } = view;
        const reading = { differenceMs, delayMs, skipped: output.skipped };
        await apply(match.read(reading, performance.now()));
      }
    },
    test: async () => {
      await bridge.call('cameras.test', {});
    },
  }));
  async function apply(delayMs: number | null): Promise<void> {
    const { isFollowing, frames, differenceMs } = match;
    store.setState({ match: { isFollowing, frames, differenceMs } });
    if (delayMs !== null) {
      await bridge.call('cameras.delay', { delayMs });
    }
  }
  bridge.on('cameras.changed', (view) => store.setState({ view }));
  return store;
}

/** Width for 16:9; even. */
function toWidth(heightP: number): number {
  return 2 * Math.round((heightP * 16) / 9 / 2);
}
