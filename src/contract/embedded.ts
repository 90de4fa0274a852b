import * as z from 'zod';
import {
  conversionChoiceSchema,
  conversionTargetSchema,
  convertedSoundSchema,
} from './conversion.ts';
import { jobDetailsSchema } from './job-details.ts';
import { listedPacksSchema, measuredPacksSchema, packSetupSchema } from './model-packs.ts';
import {
  knownVoicesSchema,
  sampleQuestionSchema,
  speechPlanSchema,
  speechQuestionSchema,
  spokenSampleSchema,
} from './speech.ts';
import { contentsSchema, deletedContentSchema, storeContentsSchema } from './store-contents.ts';
import { wireErrorSchema } from './wire-error.ts';

/** Names a question, so that its answer is known by it; whoever asks chooses it. */
const questionId = z.string().min(1).max(64);

/** What is done about a damaged database: its newest good copy, or none. The damaged one is kept. */
export const recoverySchema = z.enum(['restore', 'start_anew']);

/** See {@link recoverySchema}. */
export type Recovery = z.output<typeof recoverySchema>;

/** What the app says to the embedded service over the private channel of its process. */
export const toEmbeddedSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    /** Data folder; made when missing. */
    dataDir: z.string().min(1),
    /** 32 bytes in base64 that seal secrets; a file of the data folder holds them when absent. */
    masterKey: z.string().optional(),
    /** Address (URL) of the list of processors, when it is not the product's own. */
    registry: z.string().optional(),
    /** Jobs that run at once. */
    slots: z.int().min(1).max(64).optional(),
    /** The folder of models and what is chosen of it; none when absent. */
    packs: packSetupSchema.optional(),
    /** Done before it starts. */
    recovery: recoverySchema.optional(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  }),
  /** Answered by a message of the same type and `id`, as soon as the service runs. */
  z.strictObject({ type: z.literal('details'), id: questionId, jobId: z.string().max(64) }),
  /** What the next runs use; runs under way keep what they have. */
  z.strictObject({ type: z.literal('use_packs'), setup: packSetupSchema }),
  /** A live swap is likely to begin soon, with the character of this picture (a full path) when there is one. */
  z.strictObject({ type: z.literal('prepare_live'), picture: z.string().min(1).nullable() }),
  /** What follows is answered by a message of the same type and `id`. */
  z.strictObject({ type: z.literal('list_packs'), id: questionId, folder: z.string().min(1) }),
  z.strictObject({ type: z.literal('measure_packs'), id: questionId, setup: packSetupSchema }),
  z.strictObject({ type: z.literal('list_voices'), id: questionId }),
  z.strictObject({
    type: z.literal('plan_speech'),
    id: questionId,
    question: speechQuestionSchema,
  }),
  z.strictObject({
    type: z.literal('speak_sample'),
    id: questionId,
    question: sampleQuestionSchema,
    /** Full path of the WAV file that is written. */
    path: z.string().min(1),
  }),
  z.strictObject({ type: z.literal('list_targets'), id: questionId }),
  z.strictObject({
    type: z.literal('convert_recording'),
    id: questionId,
    choice: conversionChoiceSchema,
    /** Full paths of the recording, and of the WAV file that is written. */
    path: z.string().min(1),
    outputPath: z.string().min(1),
  }),
  /** The `convert_recording` of this `id` is refused as `cancelled`. */
  z.strictObject({ type: z.literal('cancel_conversion'), id: questionId }),
  /** What it keeps for its owner. */
  z.strictObject({ type: z.literal('measure_store'), id: questionId }),
  /** Contents go with every job that read or made them, whatever came of those, and their uploads. */
  z.strictObject({ type: z.literal('delete_content'), id: questionId, sha256s: contentsSchema }),
  /** Uploads that no unfinished job reads go. */
  z.strictObject({ type: z.literal('delete_uploads'), id: questionId }),
  /** Damaged databases that were set aside go, and the bytes that only those knew of. */
  z.strictObject({ type: z.literal('delete_set_aside'), id: questionId }),
  /** Answered by `pong` at once; a service that does not answer is replaced. */
  z.strictObject({ type: z.literal('ping') }),
  z.strictObject({ type: z.literal('stop') }),
]);

/** See {@link toEmbeddedSchema}. */
export type ToEmbedded = z.input<typeof toEmbeddedSchema>;

/** The start message, parsed. */
export type StartMessage = Extract<z.output<typeof toEmbeddedSchema>, { type: 'start' }>;

/** The question about a job, parsed. */
export type DetailsQuestion = Extract<z.output<typeof toEmbeddedSchema>, { type: 'details' }>;

/** A question about packs, parsed. */
export type PacksQuestion = Extract<
  z.output<typeof toEmbeddedSchema>,
  { type: 'list_packs' | 'measure_packs' }
>;

/** A question about voices, parsed. */
export type VoicesQuestion = Extract<
  z.output<typeof toEmbeddedSchema>,
  { type: 'list_voices' | 'plan_speech' | 'speak_sample' }
>;

/** A question about recordings that are converted, parsed. */
export type ConversionQuestion = Extract<
  z.output<typeof toEmbeddedSchema>,
  { type: 'list_targets' | 'convert_recording' | 'cancel_conversion' }
>;

/** A question about what is kept, parsed. */
export type StoreQuestion = Extract<
  z.output<typeof toEmbeddedSchema>,
  { type: 'measure_store' | 'delete_content' | 'delete_uploads' | 'delete_set_aside' }
>;

/**
 * Whether processes that read foreign media are kept apart from the user's files and the network, or why not:
 * no Linux, no bubblewrap, or a kernel that lets users make no namespaces.
 */
export const mediaSandboxSchema = z.enum(['on', 'other_system', 'not_installed', 'refused']);

/** See {@link mediaSandboxSchema}. */
export type MediaSandbox = z.output<typeof mediaSandboxSchema>;

/** What the service says: once whether it started, then its answers. Log lines go to standard error. */
export const fromEmbeddedSchema = z.discriminatedUnion('type', [
  /** It prepares what it has to have before it starts, and may be silent so long, in milliseconds. */
  z.object({ type: z.literal('preparing'), maxDurationMs: z.number().positive() }),
  z.object({
    type: z.literal('started'),
    baseUrl: z.string(),
    /** Made anew for every run, never written down. */
    apiKey: z.string(),
    mediaSandbox: mediaSandboxSchema,
  }),
  z.object({ type: z.literal('failed'), error: wireErrorSchema }),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('details'),
    id: questionId,
    /** Null when there is no such job, or nothing could be read of it. */
    details: jobDetailsSchema.nullable(),
  }),
  z.object({ type: z.literal('list_packs'), id: questionId, list: listedPacksSchema }),
  z.object({ type: z.literal('measure_packs'), id: questionId, measured: measuredPacksSchema }),
  z.object({ type: z.literal('list_voices'), id: questionId, voices: knownVoicesSchema }),
  z.object({ type: z.literal('plan_speech'), id: questionId, plan: speechPlanSchema }),
  z.object({ type: z.literal('speak_sample'), id: questionId, sample: spokenSampleSchema }),
  z.object({
    type: z.literal('list_targets'),
    id: questionId,
    targets: z.array(conversionTargetSchema),
  }),
  /** How much of the `convert_recording` of this `id` is done, 0..1; its answer is still to come. */
  z.object({
    type: z.literal('conversion_progress'),
    id: questionId,
    fraction: z.number().min(0).max(1),
  }),
  z.object({
    type: z.literal('convert_recording'),
    id: questionId,
    converted: convertedSoundSchema,
  }),
  z.object({ type: z.literal('measure_store'), id: questionId, contents: storeContentsSchema }),
  z.object({ type: z.literal('delete_content'), id: questionId, deleted: deletedContentSchema }),
  z.object({ type: z.literal('delete_uploads'), id: questionId }),
  z.object({ type: z.literal('delete_set_aside'), id: questionId }),
  /** The question of this `id` could not be answered. */
  z.object({ type: z.literal('refused'), id: questionId, error: wireErrorSchema }),
]);

/** See {@link fromEmbeddedSchema}. */
export type FromEmbedded = z.output<typeof fromEmbeddedSchema>;

/**
 * The embedded service as the page sees it. The key is not part of it.
 *
 *   starting ──▶ running ──▶ starting (its process ended, a new one is tried)
 *       │                        │
 *       └──▶ failed ◀────────────┘ (it refused to start, or ended too often)
 */
export const embeddedStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }),
  z.object({
    state: z.literal('running'),
    baseUrl: z.string(),
    mediaSandbox: mediaSandboxSchema,
  }),
  z.object({ state: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link embeddedStateSchema}. */
export type EmbeddedState = z.output<typeof embeddedStateSchema>;
