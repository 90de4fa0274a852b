import type { StoreApi } from 'zustand/vanilla';
import type { WireError } from '../../../base/errors.ts';
import type { ChosenFile } from '../../../contract/ipc/files.ts';
import type {
  LiveEndReason,
  LiveOffer,
  LiveState as SessionState,
  LiveStats,
  LiveWarning,
} from '../../../contract/ipc/live.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import { type LiveMetrics, noMetrics } from './live-metrics.ts';
import type { RoomState } from './room-connection.ts';
import type { GateFlow } from '../output/output-gate-messages.ts';

/** End of the last session. */
export interface ShownLiveEnd {
  readonly reason: LiveEndReason;
  readonly error: WireError | null;
}

/**
 * Live state of the page; the user's choices are in the settings. While it is off, a session may run as a
 * preview, which goes nowhere.
 *
 *   off ──goLive──▶ opening ──room──▶ on ──end, failure──▶ off
 *    ▲                 │
 *    └─────────────────┘
 */
export interface LiveStoreState {
  readonly phase: 'off' | 'opening' | 'on';
  readonly room: RoomState;
  /** False while main re-establishes the connection to the service. */
  readonly isLinked: boolean;
  readonly flow: GateFlow;
  /** True when the character is being changed; frames show the previous one. */
  readonly isChanging: boolean;
  /** The card was asked for. */
  readonly isCovered: boolean;
  /** True when the camera's frames are published unchanged. */
  readonly isBypassed: boolean;
  /** True when bypass was turned off but the service has not confirmed it yet; the card is shown. */
  readonly isBypassEnding: boolean;
  /** Video to send, a camera or a clip; without it the card is shown. */
  readonly camera: MediaStream | null;
  readonly output: MediaStream | null;
  /** Preview of the output for the user alone, while not live; null without a session. */
  readonly preview: MediaStream | null;
  /** True when the preview has shown the character. */
  readonly hasPreviewed: boolean;
  /** Reason why the last preview ended by itself. */
  readonly previewError: WireError | null;
  readonly session: Pick<
    Extract<SessionState, { state: 'running' }>,
    'model' | 'maxDurationSec' | 'costPerMinuteUsd'
  > | null;
  /** Time of the first frame, as `performance.now()`; null before. */
  readonly liveSinceMs: number | null;
  readonly stats: LiveStats | null;
  readonly metrics: LiveMetrics;
  /** One entry per second, the newest last. */
  readonly history: readonly LiveMetrics[];
  /** What the service reports about the session, preview or live; newest first. */
  readonly warnings: readonly LiveWarning[];
  readonly end: ShownLiveEnd | null;
  readonly offer: LiveOffer | null;
  /** A clip that takes the place of the camera. */
  readonly clip: ChosenFile | null;
  /** Frames carry the time they were drawn, so that the whole delay can be measured. */
  readonly isTimed: boolean;
  readonly loadOffer: () => Promise<void>;
  /** Makes the local service prepare a session with a character. */
  readonly prepare: (characterId: string | null) => Promise<void>;
  /** Opens a session and shows its progress. Failures arrive as `end`. */
  readonly goLive: (choice: LiveChoice) => Promise<void>;
  /** Stops publishing; the session continues as a preview when one is wanted. */
  readonly endLive: () => Promise<void>;
  /** Settings of a preview while the user is not live; null for none. */
  readonly wishPreview: (choice: LiveChoice | null) => void;
  /** The cover card changed. */
  readonly refreshCard: () => Promise<void>;
  readonly setCovered: (isCovered: boolean) => void;
  readonly setBypassed: (isBypassed: boolean) => Promise<void>;
  /** Applies a change to the running session; throws when it refuses. */
  readonly change: (choice: LiveChoice, part: 'character' | 'prompt') => Promise<void>;
  /** Sets the sent camera; null for none. */
  readonly setCamera: (camera: MediaStream | null) => Promise<void>;
  /** Sets the voice that a speaking character follows; null for none. */
  readonly setVoice: (voice: MediaStreamTrack | null) => Promise<void>;
  readonly setClip: (clip: ChosenFile | null) => void;
  readonly setTimed: (isTimed: boolean) => void;
  /** Delay by the last time codes of the output; null when they cannot be read. */
  readonly measuredMs: number | null;
  readonly noteDelay: (delayMs: number | null) => void;
  readonly forgetEnd: () => void;
  /** Removes warnings that the user has read. */
  readonly forgetWarnings: (read: readonly LiveWarning[]) => void;
}

/** See {@link LiveStoreState}. */
export type LiveStore = StoreApi<LiveStoreState>;

/** State of the store while not live. */
export const offState = {
  phase: 'off',
  isCovered: false,
  isBypassed: false,
  isBypassEnding: false,
  output: null,
  liveSinceMs: null,
} as const satisfies Partial<LiveStoreState>;

/** State while there is no session, neither live nor preview. */
export const noSessionState = {
  room: 'none',
  isLinked: true,
  flow: 'waiting',
  isChanging: false,
  preview: null,
  hasPreviewed: false,
  session: null,
  stats: null,
  metrics: noMetrics,
  history: [],
  warnings: [],
} as const satisfies Partial<LiveStoreState>;
