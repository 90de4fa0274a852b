import * as z from 'zod';
import { limits } from '../api/limits.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';

/** Why a live session is over. `lost`: the connection did not come back in time. */
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

/** Where the page joins: an address of main on this computer and a token for this one room. */
const liveRoomSchema = z.object({ url: z.string(), token: z.string() });

/** See {@link liveRoomSchema}. */
export type LiveRoom = z.output<typeof liveRoomSchema>;

/**
 * Whether the camera's own picture goes out.
 *
 *   off ──begin──▶ starting ──taken──▶ on ──end──▶ ending ──taken──▶ off
 *                     └── end, refused, not answered, connection lost ──▲
 *
 * While it is `ending`, the service may still send the camera's picture: the page covers the output.
 */
const liveBypassSchema = z.enum(['off', 'starting', 'on', 'ending']);

/** See {@link liveBypassSchema}. */
export type LiveBypass = z.output<typeof liveBypassSchema>;

/**
 * A live session as main holds it.
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
    /** False while the connection to the service is gone and being made anew. */
    isLinked: z.boolean(),
    bypass: liveBypassSchema,
    room: liveRoomSchema,
    /** Whether the user is live; else they alone see the swapped picture, as a preview. */
    isPublished: z.boolean(),
    /** Whether a service elsewhere renders: the frames are with the page then. */
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

/** What the service measures, once a second. */
export const liveStatsSchema = z.object({
  fps: z.number(),
  /** From the frame's arrival at the engine until it is sent on. */
  latencyMs: z.number(),
  /** Whether the face is followed; otherwise the output is covered by the service. */
  isTracked: z.boolean(),
  /** What of the character is shown; null where the service does not say. */
  mode: z.enum(['face', 'head', 'body', 'talk']).nullable(),
  /** Whether arms of a whole figure follow, or stay still because the machine is too slow; null where there are none. */
  arms: z.enum(['moving', 'still']).nullable(),
  engine: z.string(),
  secondsLeft: z.number(),
  /** Seconds that are paid for; pauses are not. */
  secondsBilled: z.number(),
});

/** See {@link liveStatsSchema}. */
export type LiveStats = z.output<typeof liveStatsSchema>;

/** What the service says about an instruction that it could not follow, for example. */
export const liveWarningSchema = z.object({ code: z.string(), message: z.string() });

/** See {@link liveWarningSchema}. */
export type LiveWarning = z.output<typeof liveWarningSchema>;

const durationSchema = z
  .int()
  .min(limits.realTimeSwapMinutes.min)
  .max(limits.realTimeSwapMinutes.max);
const promptSchema = z.string().max(limits.promptChars);

/** What a session begins with. */
export const liveStartSchema = z.strictObject({
  characterId: z.string().max(64),
  prompt: promptSchema,
  durationMinutes: durationSchema,
  /** Whether it goes out; a preview, which the user sees alone, lasts until it is ended or published. */
  isPublished: z.boolean(),
  /** What the service shows in place of a face that it lost. */
  cover: z.enum(['blur', 'card', 'hold']),
  /** Whether only the streamer is swapped, and nobody else shown. */
  hasIdentityLock: z.boolean(),
  /** Whether swapped pictures carry a badge that says so; only the service of this computer draws it. */
  hasBadge: z.boolean(),
});

/** See {@link liveStartSchema}. */
export type LiveStart = z.output<typeof liveStartSchema>;

/** What the service in use asks for live swaps. */
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
  /**
   * Says what a session is likely to begin with: the service of this computer makes itself and the character ready.
   */
  'live.prepare': {
    input: z.strictObject({ characterId: z.string().max(64).nullable() }),
    output: done,
  },
  /** Opens a session with the service in use; ends once the service named a room. */
  'live.start': { input: liveStartSchema, output: liveStateSchema },
  /**
   * Lets what is seen as a preview out, for so long at most; or makes a preview of what goes out, without effect when no
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
  /** Lets the camera's own picture out, which ends once the service took it, or no longer, which never fails. */
  'live.bypass': { input: z.strictObject({ isOn: z.boolean() }), output: done },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about live swaps. */
export const liveEvents = {
  'live.changed': liveStateSchema,
  'live.measured': liveStatsSchema,
  'live.warned': liveWarningSchema,
} as const;
