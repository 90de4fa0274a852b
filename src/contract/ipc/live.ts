import * as z from 'zod';
import { limits } from '../api/limits.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';

/** Reasons for the end of a live session. `lost`: the connection did not come back in time. */
const liveEndReasonSchema = z.enum([
  'stopped',
  'time_used_up',
  'balance',
  'idle',
  'replaced',
  'service_stopping',
  'lost',
  'failed',
]);

/** See {@link liveEndReasonSchema}. */
export type LiveEndReason = z.output<typeof liveEndReasonSchema>;

/** Room that the page joins: a URL of main on this computer and a token for this room only. */
const liveRoomSchema = z.object({ url: z.string(), token: z.string() });

/** See {@link liveRoomSchema}. */
export type LiveRoom = z.output<typeof liveRoomSchema>;

/**
 * Bypass: whether the camera's own picture is published.
 *
 *   off ──begin──▶ starting ──taken──▶ on ──end──▶ ending ──taken──▶ off
 *                     └── end, refused, not answered, connection lost ──▲
 *
 * While it is `ending`, the service may still send the camera's picture, so the page covers the output.
 */
const liveBypassSchema = z.enum(['off', 'starting', 'on', 'ending']);

/** See {@link liveBypassSchema}. */
export type LiveBypass = z.output<typeof liveBypassSchema>;

/**
 * State of main's live session.
 *
 *   idle ──start──▶ opening ──room──▶ running ──▶ running, not linked (it reconnects)
 *    ▲                 │                 │  ▲               │
 *    │                 │                 │  └───────────────┤
 *    └──start── ended ◀┴─────────────────┴──────────────────┘
 */
export const liveStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('opening') }),
  z.object({
    state: z.literal('running'),
    sessionId: z.string(),
    /** False while the connection to the service is lost and being re-established. */
    isLinked: z.boolean(),
    bypass: liveBypassSchema,
    room: liveRoomSchema,
    /** True when the user is live; otherwise only they see the swapped video, as a preview. */
    isPublished: z.boolean(),
    /** True when a remote service renders; then the page has the frames. */
    isRemote: z.boolean(),
    /** Engine the service announced. */
    model: z.string(),
    maxDurationSec: z.number(),
    costPerMinuteUsd: z.number(),
  }),
  z.object({
    state: z.literal('ended'),
    reason: liveEndReasonSchema,
    error: wireErrorSchema.nullable(),
  }),
]);

/** See {@link liveStateSchema}. */
export type LiveState = z.output<typeof liveStateSchema>;

/** Measurements of the service, once a second. */
export const liveStatsSchema = z.object({
  fps: z.number(),
  /** Time from the frame's arrival at the engine until it is sent on. */
  latencyMs: z.number(),
  /** True when the face is tracked; otherwise the service covers the output. */
  isTracked: z.boolean(),
  /** Why the last frame was held or covered; null while it shows something, and from services that do not say it. */
  coverReason: z
    .enum(['asked', 'no_character', 'no_face', 'late', 'engine_failed', 'no_picture'])
    .nullable(),
  /** Mode in effect; null when the service does not report it. */
  mode: z.enum(['face', 'head', 'body', 'talk']).nullable(),
  /**
   * Motion of a full-body character's arms: as the streamer's, or still because the machine is too slow; null without
   * arms.
   */
  arms: z.enum(['moving', 'still']).nullable(),
  engine: z.string(),
  secondsLeft: z.number(),
  /** Seconds that are paid for; pauses are not. */
  secondsBilled: z.number(),
});

/** See {@link liveStatsSchema}. */
export type LiveStats = z.output<typeof liveStatsSchema>;

/** Warning of the service, for example about an instruction it could not follow. */
export const liveWarningSchema = z.object({ code: z.string(), message: z.string() });

/** See {@link liveWarningSchema}. */
export type LiveWarning = z.output<typeof liveWarningSchema>;

const durationSchema = z
  .int()
  .min(limits.realTimeSwapMinutes.min)
  .max(limits.realTimeSwapMinutes.max);
const promptSchema = z.string().max(limits.promptChars);

/** Start options of a session. */
export const liveStartSchema = z.strictObject({
  characterId: z.string().max(64),
  prompt: promptSchema,
  durationMinutes: durationSchema,
  /**
   * True when the session is published. A preview, visible to the user alone, lasts until it is ended or published.
   */
  isPublished: z.boolean(),
  /** Cover that the service shows while the face is lost. */
  cover: z.enum(['blur', 'card', 'hold']),
  /** True when only the streamer is swapped and other people are hidden. */
  hasIdentityLock: z.boolean(),
  /** True when swapped frames carry a badge that marks them; only the local service draws it. */
  hasBadge: z.boolean(),
});

/** See {@link liveStartSchema}. */
export type LiveStart = z.output<typeof liveStartSchema>;

/** Prices and limits of live swaps at the service in use. */
export const liveOfferSchema = z.object({
  isOffered: z.boolean(),
  /** Null when it is not known: the service's list was not understood. */
  costPerMinuteUsd: z.number().nullable(),
  balanceUsd: z.number(),
});

/** See {@link liveOfferSchema}. */
export type LiveOffer = z.output<typeof liveOfferSchema>;

const nothing = z.strictObject({});
const done = z.null();

/** Calls about live swaps. */
export const liveCalls = {
  'live.offer': { input: nothing, output: liveOfferSchema },
  'live.read': { input: nothing, output: liveStateSchema },
  /** Announces the likely start of a session: the local service prepares itself and the character. */
  'live.prepare': {
    input: z.strictObject({ characterId: z.string().max(64).nullable() }),
    output: done,
  },
  /** Opens a session with the service in use; resolves when the service has named a room. */
  'live.start': { input: liveStartSchema, output: liveStateSchema },
  /**
   * Publishes the preview for the given time at most, or returns to the preview; without effect while no
   * session runs.
   */
  'live.publish': {
    input: z.strictObject({ isOn: z.boolean(), durationMinutes: durationSchema }),
    output: done,
  },
  /** Ends the session; nothing is charged from then on. */
  'live.stop': { input: nothing, output: done },
  /** Changes the running session; ends once the service took it. */
  'live.change': {
    input: z.strictObject({
      characterId: z.string().max(64).optional(),
      prompt: promptSchema.optional(),
    }),
    output: done,
  },
  /** Turns bypass on, which resolves when the service has accepted it, or off, which never fails. */
  'live.bypass': { input: z.strictObject({ isOn: z.boolean() }), output: done },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about live swaps. */
export const liveEvents = {
  'live.changed': liveStateSchema,
  'live.measured': liveStatsSchema,
  'live.warned': liveWarningSchema,
} as const;
