import * as z from 'zod';
import { limits } from '../api/limits.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';
import { voiceIdSchema } from '../api/voice-id.ts';

/** A target voice of the service in use. */
export const changerVoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
});

/** See {@link changerVoiceSchema}. */
export type ChangerVoice = z.output<typeof changerVoiceSchema>;

/** Recording of the user whose voice is the target. Main keeps its audio in memory only. */
export const voiceReferenceSchema = z.object({
  fileId: z.string(),
  name: z.string(),
  /** Length of the used part: at most the first minute. */
  durationMs: z.number(),
  /** True when the file is longer than the used part. */
  isCut: z.boolean(),
});

/** See {@link voiceReferenceSchema}. */
export type VoiceReference = z.output<typeof voiceReferenceSchema>;

/**
 * The voice changer as main holds it.
 *
 *   off ──start──▶ opening ── session is ready ──▶ connecting ── reference is known ──▶ live
 *    ▲                │                               │   ▲                             │
 *    │                │                               │   └──── reconnecting ◀── lost ──┤
 *    └──── stop, refusal, time used up ───────────────┴─────────────────────────────────┘
 */
export const changerStateSchema = z.discriminatedUnion('phase', [
  /** `error` is what ended it; null after a stop and at first. */
  z.object({ phase: z.literal('off'), error: wireErrorSchema.nullable() }),
  /** `isWarming`: the service answers and gets its engine ready. */
  z.object({ phase: z.literal('opening'), isWarming: z.boolean() }),
  z.object({ phase: z.literal('connecting') }),
  z.object({
    phase: z.literal('live'),
    /** Engine the service announced. */
    model: z.string(),
    /** Latency of the converter; null when the service does not report it. */
    latencyMs: z.number().nullable(),
    maxDurationSec: z.number(),
    /** True when strength can be changed on this service. */
    hasStrength: z.boolean(),
    /** True when noise suppression and the gate can be turned on. */
    hasNoiseSuppression: z.boolean(),
  }),
  z.object({ phase: z.literal('reconnecting') }),
]);

/** See {@link changerStateSchema}. */
export type ChangerState = z.output<typeof changerStateSchema>;

const fileId = z.string().max(64);
/** Settings of the conversion, which may change while it runs. */
export const changerSettingsSchema = z.strictObject({
  strength: z.number().min(0).max(1),
  /** Suppresses noise before the conversion. */
  noiseSuppression: z.boolean(),
  /** Silences everything but speech. */
  voiceGate: z.boolean(),
});

/** See {@link changerSettingsSchema}. */
export type ChangerSettings = z.output<typeof changerSettingsSchema>;

/** Start options of the voice changer. */
export const changerStartSchema = z.strictObject({
  target: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('voice'), voiceId: voiceIdSchema }),
    z.strictObject({ kind: z.literal('reference'), fileId }),
  ]),
  durationMinutes: z.int().min(limits.voiceChangerMinutes.min).max(limits.voiceChangerMinutes.max),
  settings: changerSettingsSchema,
});

/** See {@link changerStartSchema}. */
export type ChangerStart = z.output<typeof changerStartSchema>;

/** Prices and voices of the service in use for the voice changer. */
export const changerOfferSchema = z.object({
  voices: z.array(changerVoiceSchema),
  /** Null when it is not known, or the service does not offer it. */
  costPerMinuteUsd: z.number().nullable(),
});

/** See {@link changerOfferSchema}. */
export type ChangerOffer = z.output<typeof changerOfferSchema>;

const nothing = z.strictObject({});
const done = z.null();

/** Calls about the voice changer; its audio goes over the socket of `changer.audio_socket`. */
export const changerCalls = {
  'changer.offer': { input: nothing, output: changerOfferSchema },
  'changer.read': { input: nothing, output: changerStateSchema },
  /** Fetches the sample of a voice; `url` is relative to the page. */
  'changer.sample': {
    input: z.strictObject({ voiceId: voiceIdSchema }),
    output: z.object({ url: z.string() }),
  },
  /** Reads a chosen file as a reference; rejects with its fault and the remedy. */
  'changer.use_reference': { input: z.strictObject({ fileId }), output: voiceReferenceSchema },
  /** Creates a URL of main for the audio of one opening; the previous one becomes invalid. */
  'changer.audio_socket': { input: nothing, output: z.object({ url: z.string() }) },
  /** Rejects with `invalid_input` for a reference without the person's consent. */
  'changer.start': { input: changerStartSchema, output: changerStateSchema },
  'changer.stop': { input: nothing, output: done },
  'changer.set': { input: changerSettingsSchema, output: done },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about the voice changer. */
export const changerEvents = {
  'changer.changed': changerStateSchema,
} as const;
