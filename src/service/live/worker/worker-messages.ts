/**
 * Messages between the service and a live worker.
 *
 *   service                                    worker
 *   study {image} ───────────────────────────▶ prepares a character in advance for a later session
 *   card {image} ────────────────────────────▶ sets the image of the covers
 *   frame_link {link} ───────────────────────▶ frames also go to the cameras of this machine
 *   join {room, settings} ───────────────────▶ joins the room, covers every frame
 *   change {number, …} ──────────────────────▶ ◀── applied {number} or refused {number}
 *                                              ◀── camera: frames arrive that can be swapped
 *   stream ──────────────────────────────────▶ swaps from now on; the time is billed
 *                                              ◀── report, several times a second
 *   hold ────────────────────────────────────▶ covers every frame from now on, billing stops: the service is gone
 *   leave ───────────────────────────────────▶ ◀── left: the last report
 */
import * as z from 'zod';
import type { FrameLinkAddress } from '../../../contract/frame-link.ts';
import { wireErrorSchema } from '../../../contract/wire-error.ts';
import type { CoverKind } from '../../../engine/live/live-swap.ts';
import type { LiveWarningCode } from '../../../engine/live/swap-warning.ts';

/** Room to join. */
export interface JoinedRoom {
  readonly url: string;
  readonly token: string;
  /** Identity of the participant whose camera is swapped. */
  readonly streamer: string;
  /** Another engine may be there, which shows covers, and goes when this one comes in by its name. */
  readonly isCovered: boolean;
}

/** Initial settings of a swap. */
export interface SwapSettings {
  readonly isPassthrough: boolean;
  readonly cover: CoverKind;
  readonly isIdentityLocked: boolean;
  /** True when swapped frames carry a badge. */
  readonly hasBadge: boolean;
}

/** A change of a running swap. */
export type SwapChange =
  | { readonly kind: 'character'; readonly image: Uint8Array; readonly prompt: string | null }
  /** `playsBuiltIn`: uses a built-in character when no image was sent. */
  | { readonly kind: 'prompt'; readonly prompt: string; readonly playsBuiltIn: boolean }
  | { readonly kind: 'passthrough'; readonly isOn: boolean };

const text = z.string().max(2000);
const mode = z.enum(['face', 'head', 'body', 'talk']).nullable();
const measured = z.number().nonnegative();

const warningCodes: Readonly<Record<LiveWarningCode, true>> = {
  not_understood: true,
  contradiction: true,
  not_offered: true,
  several_faces: true,
  small_face: true,
  turned_face: true,
};

const warningSchema = z.object({
  code: z.custom<LiveWarningCode>(
    (value) => typeof value === 'string' && Object.hasOwn(warningCodes, value),
  ),
  message: text,
});

const outcomeSchema = z.object({
  warnings: z.array(warningSchema).max(100).readonly(),
  /** The mode in effect; null without a character. */
  mode,
  /** Name of the built-in character that is played; null without one. */
  builtIn: text.nullable(),
});

/** Outcome of a change. */
export type ChangeOutcome = z.output<typeof outcomeSchema>;

/** Service to worker. */
export type ToLiveWorker =
  | { readonly type: 'study'; readonly image: Uint8Array }
  /** Sets the cover card; null for the app's default card. */
  | { readonly type: 'card'; readonly image: Uint8Array | null }
  /** Frames also go there from now on; null for nowhere. */
  | { readonly type: 'frame_link'; readonly link: FrameLinkAddress | null }
  | { readonly type: 'join'; readonly room: JoinedRoom; readonly settings: SwapSettings }
  | { readonly type: 'change'; readonly number: number; readonly change: SwapChange }
  | { readonly type: 'stream' }
  | { readonly type: 'hold' }
  | { readonly type: 'leave' };

const reportSchema = z.object({
  /** Time in which camera frames were rendered, since `stream`. */
  streamedMs: measured,
  /** Pictures sent a second. */
  framesPerSecond: measured,
  /**
   * Total delay known to the service: through the room and its buffers, decoding, tracking, drawing, encoding,
   * and through the room again.
   */
  latencyMs: measured,
  isTracked: z.boolean(),
  mode,
  /** True when only the face is shown because the machine is too slow for the image's best mode. */
  isReduced: z.boolean(),
  /**
   * True when the arms of the character move as the streamer's; `hasSlowArms`: they stopped because the machine is too
   * slow.
   */
  movesArms: z.boolean(),
  hasSlowArms: z.boolean(),
  /** Null while the frames show the character or the camera. */
  coverReason: text.nullable(),
  engine: text,
  /** Received camera frames, and those dropped for newer ones. */
  received: measured,
  dropped: measured,
});

/** Statistics of a stream. Rates and delays cover the last second or two. */
export type StreamReport = z.output<typeof reportSchema>;

/** Worker to service. */
export const fromLiveWorkerSchema = z.discriminatedUnion('type', [
  /** Its modules and networks are loaded. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('joined') }),
  z.object({ type: z.literal('applied'), number: z.int(), outcome: outcomeSchema }),
  z.object({ type: z.literal('refused'), number: z.int(), error: wireErrorSchema }),
  z.object({ type: z.literal('camera') }),
  z.object({ type: z.literal('report'), report: reportSchema }),
  /** The room removed it or cannot be reached; it waits for another `join`. */
  z.object({ type: z.literal('room_lost'), reason: text }),
  /** The join failed. With `service_unreachable` the room is unreachable, which is not the worker's fault. */
  z.object({ type: z.literal('failed'), error: wireErrorSchema }),
  z.object({ type: z.literal('left'), report: reportSchema.nullable() }),
]);

/** See {@link fromLiveWorkerSchema}. */
export type FromLiveWorker = z.output<typeof fromLiveWorkerSchema>;
