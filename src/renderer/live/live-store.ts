import { createStore, type StoreApi } from 'zustand/vanilla';
import { toWireError, type WireError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type {
  LiveBypass,
  LiveEndReason,
  LiveOffer,
  LiveRoom,
  LiveState as SessionState,
  LiveStats,
  LiveWarning,
} from '../../contract/ipc/live.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import { toCameraPlan } from './camera-plan.ts';
import {
  type LiveMetrics,
  type MetricsMeter,
  noMetrics,
  openMetricsMeter,
} from './live-metrics.ts';
import type { GateFlow } from './output-gate-messages.ts';
import { toChangedInstruction, toInstruction } from './instruction.ts';
import { type LiveRun, openLiveRun, type RoomState } from './live-run.ts';

/** How the last session ended. */
export interface ShownLiveEnd {
  readonly reason: LiveEndReason;
  readonly error: WireError | null;
}

/**
 * Being live, as the page shows it. What the user chose is in the settings.
 *
 *   off ──goLive──▶ opening ──room──▶ on ──end, failure──▶ off
 *    ▲                 │
 *    └─────────────────┘
 */
export interface LiveStoreState {
  readonly phase: 'off' | 'opening' | 'on';
  readonly room: RoomState;
  /** False while main makes the connection to the service anew. */
  readonly isLinked: boolean;
  readonly flow: GateFlow;
  /** The card was asked for. */
  readonly isCovered: boolean;
  /** The camera's own picture goes out. */
  readonly isBypassed: boolean;
  /** It was asked for no longer, and the service has not confirmed yet: the card is shown. */
  readonly isBypassEnding: boolean;
  /** What is or would be sent, a camera or a clip; without it the card is shown. */
  readonly camera: MediaStream | null;
  readonly output: MediaStream | null;
  readonly session: Pick<
    Extract<SessionState, { state: 'running' }>,
    'model' | 'maxDurationSec' | 'costPerMinuteUsd'
  > | null;
  /** When the first picture came, as `performance.now()`; null before. */
  readonly liveSinceMs: number | null;
  readonly stats: LiveStats | null;
  readonly metrics: LiveMetrics;
  /** One entry a second, the newest last. */
  readonly history: readonly LiveMetrics[];
  /** What the service could not follow; the newest first. */
  readonly warnings: readonly LiveWarning[];
  readonly end: ShownLiveEnd | null;
  readonly offer: LiveOffer | null;
  /** A clip that takes the place of the camera. */
  readonly clip: ChosenFile | null;
  /** Pictures carry the time they were drawn, so that the whole delay can be measured. */
  readonly isTimed: boolean;
  readonly loadOffer: () => Promise<void>;
  /** Lets the service of this computer make itself ready for a session with a character. */
  readonly prepare: (characterId: string | null) => Promise<void>;
  /** Opens a session and shows what comes of it. Failures arrive as `end`. */
  readonly goLive: (choice: LiveChoice) => Promise<void>;
  readonly endLive: () => Promise<void>;
  readonly setCovered: (isCovered: boolean) => void;
  readonly setBypassed: (isBypassed: boolean) => Promise<void>;
  /** Tells the running session what changed; throws when it does not take it. */
  readonly change: (choice: LiveChoice, what: 'character' | 'prompt') => Promise<void>;
  /** The camera that is sent from now on; null when there is none. */
  readonly setCamera: (camera: MediaStream | null) => Promise<void>;
  readonly takeClip: (clip: ChosenFile | null) => void;
  readonly setTimed: (isTimed: boolean) => void;
  /** What the time codes of the output said last; null when they cannot be read. */
  readonly measuredMs: number | null;
  readonly noteDelay: (delayMs: number | null) => void;
  readonly forgetEnd: () => void;
  readonly forgetWarnings: () => void;
}

/** See {@link LiveStoreState}. */
export type LiveStore = StoreApi<LiveStoreState>;

const maxWarnings = 5;
const historySec = 60;
const off = {
  phase: 'off',
  room: 'none',
  isLinked: true,
  flow: 'waiting',
  isCovered: false,
  isBypassed: false,
  isBypassEnding: false,
  output: null,
  session: null,
  liveSinceMs: null,
  stats: null,
  metrics: noMetrics,
  history: [],
} as const satisfies Partial<LiveStoreState>;

/** Makes the store and listens to main. */
export function createLiveStore(bridge: Bridge<Ipc>): LiveStore {
  let run: LiveRun | null = null;
  let meter: MetricsMeter | null = null;
  let room: LiveRoom | null = null;
  let askedAtMs = 0;
  /** What the user asked for last; what main says may be older. */
  let wantsBypass = false;

  async function close(end: ShownLiveEnd | null): Promise<void> {
    const old = run;
    run = null;
    room = null;
    wantsBypass = false;
    meter?.close();
    meter = null;
    store.setState({ ...off, end });
    await old?.close();
  }

  function openRun(choice: LiveChoice, track: MediaStreamTrack): LiveRun {
    const own = openLiveRun({
      camera: track,
      plan: toCameraPlan(choice),
      events: {
        onFlow: (told) => {
          if (own === run) {
            meter?.addOutput(told);
            enterFlow(told.flow);
          }
        },
        onRoom: (state) => {
          if (own === run) {
            store.setState({ room: state });
          }
        },
        onLost: (error) => {
          if (own === run) {
            void bridge.call('live.stop', {});
            void close({ reason: 'lost', error: toWireError(error) });
          }
        },
      },
    });
    return own;
  }

  function enterFlow(flow: GateFlow): void {
    const { liveSinceMs } = store.getState();
    if (flow === 'flowing' && liveSinceMs === null) {
      const nowMs = performance.now();
      meter?.setFirstFrame(nowMs - askedAtMs);
      store.setState({ flow, liveSinceMs: nowMs });
    } else {
      store.setState({ flow });
    }
  }

  const store: LiveStore = createStore<LiveStoreState>()((set, get) => ({
    ...off,
    camera: null,
    warnings: [],
    end: null,
    offer: null,
    clip: null,
    loadOffer: async () => {
      try {
        set({ offer: await bridge.call('live.offer', {}) });
      } catch {
        set({ offer: null }); // The status bar says what is wrong with the service.
      }
    },
    prepare: async (characterId) => {
      try {
        await bridge.call('live.prepare', { characterId });
      } catch {
        // The session does it then, only later.
      }
    },
    goLive: async (choice) => {
      const camera = get().camera?.getVideoTracks()[0];
      if (get().phase !== 'off' || camera === undefined || choice.characterId === null) {
        return;
      }
      askedAtMs = performance.now();
      set({ ...off, phase: 'opening', end: null, warnings: [] });
      try {
        const own = openRun(choice, camera);
        run = own;
        meter = openMetricsMeter({
          plannedFps: choice.fps,
          readTransport: () => own.readTransport(),
          readStats: () => get().stats,
          onFigures: (metrics) =>
            set({ metrics, history: [...get().history, metrics].slice(-historySec) }),
        });
        set({ output: own.output });
        await bridge.call('live.start', {
          characterId: choice.characterId,
          prompt: toInstruction(choice),
          durationMinutes: choice.durationMinutes,
          cover: choice.cover,
          hasIdentityLock: choice.hasIdentityLock,
        });
      } catch (error) {
        // What main refused it has told as its state; this is what the page could not do.
        if (get().phase !== 'off') {
          await close({ reason: 'failed', error: toWireError(error) });
        }
      }
    },
    endLive: async () => {
      await bridge.call('live.stop', {});
      await close(null);
    },
    setCovered: (isCovered) => {
      run?.setCovered(isCovered);
      if (run !== null) {
        set({ isCovered });
      }
    },
    setBypassed: async (isBypassed) => {
      if (!isBypassed) {
        run?.setBarred(true); // Before anything that could fail.
        set({ isBypassed, isBypassEnding: run !== null });
      }
      wantsBypass = isBypassed;
      await bridge.call('live.bypass', { isOn: isBypassed });
    },
    change: async (choice, what) => {
      if (get().phase !== 'on' || choice.characterId === null) {
        return;
      }
      set({ warnings: [] });
      await bridge.call('live.change', {
        ...(what === 'character' ? { characterId: choice.characterId } : {}),
        prompt: toChangedInstruction(choice),
      });
    },
    setCamera: async (next) => {
      set({ camera: next });
      await run?.setCamera(next?.getVideoTracks()[0] ?? null);
    },
    takeClip: (clip) => set({ clip }),
    isTimed: false,
    measuredMs: null,
    setTimed: (isTimed) => set({ isTimed, measuredMs: null }),
    noteDelay: (measuredMs) => set({ measuredMs }),
    forgetEnd: () => set({ end: null }),
    forgetWarnings: () => set({ warnings: [] }),
  }));

  function followBypass(own: LiveRun, bypass: LiveBypass): void {
    const isOn = bypass === 'starting' || bypass === 'on';
    if (isOn && !wantsBypass) {
      return; // It was ended meanwhile.
    }
    own.setBarred(bypass === 'ending');
    store.setState({ isBypassed: isOn, isBypassEnding: bypass === 'ending' });
  }

  const follow = (session: SessionState): void => {
    if (session.state === 'running' && run !== null) {
      const { model, maxDurationSec, costPerMinuteUsd, isLinked, bypass } = session;
      followBypass(run, bypass);
      store.setState({
        phase: 'on',
        isLinked,
        session: { model, maxDurationSec, costPerMinuteUsd },
      });
      if (room?.token !== session.room.token || room.url !== session.room.url) {
        room = session.room;
        run.enter(room);
      }
    } else if (session.state === 'ended' && run !== null) {
      const { reason, error } = session;
      void close(reason === 'stopped' ? null : { reason, error });
    }
  };
  bridge.on('live.changed', follow);
  bridge.on('live.measured', (stats) => {
    if (run !== null) {
      store.setState({ stats });
    }
  });
  bridge.on('live.warned', (warning) => {
    store.setState(({ warnings }) => ({
      warnings: [warning, ...warnings.filter((other) => other.message !== warning.message)].slice(
        0,
        maxWarnings,
      ),
    }));
  });
  return store;
}
