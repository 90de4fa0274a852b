/**
 * What the service and a live worker say to each other.
 *
 *   service                                    worker
 *   study {image} ───────────────────────────▶ makes a character beforehand: a session that asks for it finds it
 *   join {room, settings} ───────────────────▶ joins the room, covers every picture
 *   change {number, …} ──────────────────────▶ ◀── applied {number} or refused {number}
 *                                              ◀── camera: pictures come that could be swapped
 *   stream ──────────────────────────────────▶ swaps from now on; the time counts
 *                                              ◀── report, several times a second
 *   leave ───────────────────────────────────▶ ◀── left: the last report
 */
import type { WireError } from '../../../base/errors.ts';
import type { CoverKind, LiveMode, LiveWarning } from '../../../engine/live/live-swap.ts';

/** A room to join. */
export interface JoinedRoom {
  readonly url: string;
  readonly token: string;
  /** Identity of the participant whose camera is swapped. */
  readonly streamer: string;
}

/** What a swap starts with. */
export interface SwapSettings {
  readonly isPassthrough: boolean;
  readonly cover: CoverKind;
  readonly isIdentityLocked: boolean;
}

/** A change of a running swap. */
export type SwapChange =
  | { readonly kind: 'character'; readonly image: Uint8Array; readonly prompt: string | null }
  /** `playsBuiltIn`: a built-in character is played where no picture was sent. */
  | { readonly kind: 'prompt'; readonly prompt: string; readonly playsBuiltIn: boolean }
  | { readonly kind: 'passthrough'; readonly isOn: boolean };

/** What a change led to. */
export interface ChangeOutcome {
  readonly warnings: readonly LiveWarning[];
  /** The mode in effect; null without a character. */
  readonly mode: LiveMode | null;
  /** Name of the built-in character that is played; null without one. */
  readonly builtIn: string | null;
}

/** Service to worker. */
export type ToLiveWorker =
  | { readonly type: 'study'; readonly image: Uint8Array }
  | { readonly type: 'join'; readonly room: JoinedRoom; readonly settings: SwapSettings }
  | { readonly type: 'change'; readonly number: number; readonly change: SwapChange }
  | { readonly type: 'stream' }
  | { readonly type: 'leave' };

/** How a stream goes. Rates and delays are of the last second or two. */
export interface StreamReport {
  /** Time in which pictures of the camera were rendered, since `stream`. */
  readonly streamedMs: number;
  /** Pictures sent a second. */
  readonly framesPerSecond: number;
  /**
   * Delay on the whole way that the service knows: through the room and its buffers, decoding, tracking,
   * drawing, encoding, and through the room again.
   */
  readonly latencyMs: number;
  readonly isTracked: boolean;
  readonly mode: LiveMode | null;
  /** Whether the face alone is shown because the machine is too slow for the mode that the picture is best for. */
  readonly isReduced: boolean;
  /** Null while the pictures show the character or the camera. */
  readonly coverReason: string | null;
  readonly engine: string;
  /** Pictures of the camera that came, and those of them that were dropped for newer ones. */
  readonly received: number;
  readonly dropped: number;
}

/** Worker to service. */
export type FromLiveWorker =
  /** Its modules and networks are loaded. */
  | { readonly type: 'ready' }
  | { readonly type: 'joined' }
  | {
      readonly type: 'applied';
      readonly number: number;
      readonly outcome: ChangeOutcome;
    }
  | { readonly type: 'refused'; readonly number: number; readonly error: WireError }
  | { readonly type: 'camera' }
  | { readonly type: 'report'; readonly report: StreamReport }
  /** The room sent it away or cannot be reached; it waits for another `join`. */
  | { readonly type: 'room_lost'; readonly reason: string }
  /** The join failed: with `service_unreachable` when the room cannot be reached, which says nothing against the worker. */
  | { readonly type: 'failed'; readonly error: WireError }
  | { readonly type: 'left'; readonly report: StreamReport | null };
