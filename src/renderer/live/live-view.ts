import type { StoreApi } from 'zustand/vanilla';
import type { WireError } from '../../base/errors.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type {
  LiveEndReason,
  LiveOffer,
  LiveState as SessionState,
  LiveStats,
  LiveWarning,
} from '../../contract/ipc/live.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import { type LiveMetrics, noMetrics } from './live-metrics.ts';
import type { RoomState } from './live-run.ts';
import type { GateFlow } from './output-gate-messages.ts';

/** How the last session ended. */
export interface ShownLiveEnd {
  readonly reason: LiveEndReason;
  readonly error: WireError | null;
}

/**
 * Being live, as the page shows it. What the user chose is in the settings. While it is off, a session may run as a
 * preview, which goes nowhere.
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
  /** The character is being changed: pictures show the one before. */
  readonly isChanging: boolean;
  /** The card was asked for. */
  readonly isCovered: boolean;
  /** The camera's own picture goes out. */
  readonly isBypassed: boolean;
  /** It was asked for no longer, and the service has not confirmed yet: the card is shown. */
  readonly isBypassEnding: boolean;
  /** What is or would be sent, a camera or a clip; without it the card is shown. */
  readonly camera: MediaStream | null;
  readonly output: MediaStream | null;
  /** What the output would show, for the user alone, while they are not live; null while there is no session. */
  readonly preview: MediaStream | null;
  /** Whether it has shown the character yet. */
  readonly hasPreviewed: boolean;
  /** Why the last preview ended by itself. */
  readonly previewError: WireError | null;
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
  /** Nothing goes out any more; the session goes on as a preview where one is wished for. */
  readonly endLive: () => Promise<void>;
  /** What a preview is to show while the user is not live; null for none. */
  readonly wishPreview: (choice: LiveChoice | null) => void;
  /** The cover card changed. */
  readonly refreshCard: () => Promise<void>;
  readonly setCovered: (isCovered: boolean) => void;
  readonly setBypassed: (isBypassed: boolean) => Promise<void>;
  /** Tells the running session what changed; throws when it does not take it. */
  readonly change: (choice: LiveChoice, what: 'character' | 'prompt') => Promise<void>;
  /** The camera that is sent from now on; null when there is none. */
  readonly setCamera: (camera: MediaStream | null) => Promise<void>;
  /** What a picture that speaks by itself follows from now on; null for nothing. */
  readonly setVoice: (voice: MediaStreamTrack | null) => Promise<void>;
  readonly setClip: (clip: ChosenFile | null) => void;
  readonly setTimed: (isTimed: boolean) => void;
  /** What the time codes of the output said last; null when they cannot be read. */
  readonly measuredMs: number | null;
  readonly noteDelay: (delayMs: number | null) => void;
  readonly forgetEnd: () => void;
  readonly forgetWarnings: () => void;
}

/** See {@link LiveStoreState}. */
export type LiveStore = StoreApi<LiveStoreState>;

/** What the store shows while nobody is live. */
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
} as const satisfies Partial<LiveStoreState>;
