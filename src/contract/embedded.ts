import * as z from 'zod';
import {
  conversionChoiceSchema,
  conversionTargetSchema,
  convertedSoundSchema,
} from './conversion.ts';
import { changePreviewSchema, maxPreviewImages, previewWordsSchema } from './change-preview.ts';
import { frameLinkSchema } from './devices.ts';
import { jobHintsSchema } from './job-hints.ts';
import { placedJointsText } from './placed-joints.ts';
import { inspectionAimSchema, inspectionSchema } from './inspection.ts';
import { jobDetailsSchema } from './job-details.ts';
import { listedPacksSchema, measuredPacksSchema, packSetupSchema } from './model-packs.ts';
import {
  knownVoicesSchema,
  sampleQuestionSchema,
  speechPlanSchema,
  speechQuestionSchema,
  spokenSampleSchema,
} from './speech.ts';
import { type AskedMethods, type ServedMethods, toTableReplySchema } from './peer-methods.ts';
import { contentsSchema, deletedContentSchema, storeContentsSchema } from './store-contents.ts';
import { wireErrorSchema } from './wire-error.ts';

/**
 * Recovery of a damaged database: restore its newest good copy, or start with an empty one. The damaged one is
 * kept.
 */
export const recoverySchema = z.enum(['restore', 'start_anew']);

/** See {@link recoverySchema}. */
export type Recovery = z.output<typeof recoverySchema>;

/**
 * Sandbox of the processes that read untrusted media, which separates them from the user's files and the network; or
 * the reason why there is none: no Linux, no bubblewrap, or a kernel that denies user namespaces.
 */
export const mediaSandboxSchema = z.enum(['on', 'other_system', 'not_installed', 'refused']);

/** See {@link mediaSandboxSchema}. */
export type MediaSandbox = z.output<typeof mediaSandboxSchema>;

/** Start options of the service. */
const startSchema = z.strictObject({
  /** Data folder; made when missing. */
  dataDir: z.string().min(1),
  /** 32 bytes in base64 that seal secrets; a file of the data folder holds them when absent. */
  masterKey: z.string().optional(),
  /** Address (URL) of the list of processors, when it is not the product's own. */
  registry: z.string().optional(),
  /** Number of concurrent jobs. */
  slots: z.int().min(1).max(64).optional(),
  /** Model folder with the selected packs; null when absent. */
  packs: packSetupSchema.optional(),
  /** True when results are signed. */
  signResults: z.boolean().default(true),
  /** Done before it starts. */
  recovery: recoverySchema.optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** See {@link startSchema}; parsed. */
export type ServiceStart = z.output<typeof startSchema>;

const startedSchema = z.object({
  baseUrl: z.string(),
  /** Created for every run, never written to disk. */
  apiKey: z.string(),
  mediaSandbox: mediaSandboxSchema,
  /** Number of jobs that it processes concurrently. */
  jobSlots: z.int().positive(),
});

/** See {@link startedSchema}. */
export type StartedService = z.output<typeof startedSchema>;

const inspectedFileSchema = z.strictObject({
  path: z.string().min(1),
  aim: inspectionAimSchema,
  /** Joints of the body that were set by hand. */
  joints: placedJointsText.exactOptional(),
});

/** A file of the user (a full path) to look into. */
export type InspectedFile = z.output<typeof inspectedFileSchema>;

const nothing = z.undefined();
const done = z.void();

/**
 * Methods of the embedded service on the private channel of its process, which handles several requests at
 * once. Requests that need the running service are answered once it runs.
 */
export const embeddedMethods = {
  /** Once, and first. Reports {@link startProgressSchema}. */
  start: { question: startSchema, answer: startedSchema },
  /** Answered immediately; a service that does not answer is restarted. */
  ping: { question: nothing, answer: done },
  /** Its process ends. */
  stop: { question: nothing, answer: done },
  /** Details of a job; null when the job does not exist or its details are unreadable. */
  readDetails: { question: z.string().max(64), answer: jobDetailsSchema.nullable() },
  /** Hints for the job that a submit with this key will create; an existing job keeps its own. */
  hintJob: {
    question: z.strictObject({ idempotencyKey: z.string().min(1).max(255), hints: jobHintsSchema }),
    answer: done,
  },
  /** Packs for the next runs; current runs keep theirs. */
  usePacks: { question: packSetupSchema, answer: done },
  /** Sets whether results that are stored from now on are signed. */
  signResults: { question: z.boolean(), answer: done },
  /**
   * Prepares for a live swap that is likely to begin soon, with the character of this image (a full path) if
   * any.
   */
  prepareLive: { question: z.string().min(1).nullable(), answer: done },
  /** Uses the image at this full path as cover card of live swaps; null for the app's default card. */
  setCoverCard: { question: z.string().min(1).nullable(), answer: done },
  /** Frames of live swaps also go to the camera devices there from now on; null for nowhere. */
  sendFramesTo: { question: frameLinkSchema.nullable(), answer: done },
  /** Lists the packs of a folder. */
  listPacks: { question: z.string().min(1), answer: listedPacksSchema },
  measurePacks: { question: packSetupSchema, answer: measuredPacksSchema },
  listVoices: { question: nothing, answer: knownVoicesSchema },
  planSpeech: { question: speechQuestionSchema, answer: speechPlanSchema },
  speakSample: {
    question: z.strictObject({
      question: sampleQuestionSchema,
      /** Full path of the WAV file that is written. */
      path: z.string().min(1),
    }),
    answer: spokenSampleSchema,
  },
  /** Inspects a file of the user (a full path), for the hints beside a form. */
  inspectFile: {
    question: inspectedFileSchema,
    answer: inspectionSchema,
  },
  /** Previews a text instruction on small copies of the user's files (full paths). */
  previewChange: {
    question: z.strictObject({
      paths: z.array(z.string().min(1)).min(1).max(maxPreviewImages),
      words: previewWordsSchema,
    }),
    answer: changePreviewSchema,
  },
  listTargets: { question: nothing, answer: z.array(conversionTargetSchema) },
  /** Reports {@link conversionProgressSchema}. */
  convertRecording: {
    question: z.strictObject({
      choice: conversionChoiceSchema,
      /** Full paths of the recording, and of the WAV file that is written. */
      path: z.string().min(1),
      outputPath: z.string().min(1),
    }),
    answer: convertedSoundSchema,
  },
  /** Measures the stored content. */
  measureStore: { question: nothing, answer: storeContentsSchema },
  /** Deletes contents together with every job that read or made them, in whatever state, and their uploads. */
  deleteContent: { question: contentsSchema, answer: deletedContentSchema },
  /** Uploads that no unfinished job reads go. */
  deleteUploads: { question: nothing, answer: done },
  /** Damaged databases that were set aside go, and the bytes that only those knew of. */
  deleteSetAside: { question: nothing, answer: done },
} as const;

/** The methods as the app asks them. */
export type EmbeddedMethods = AskedMethods<typeof embeddedMethods>;

/** The methods as the service answers them. */
export type EmbeddedAnswers = ServedMethods<typeof embeddedMethods>;

/** Sent when preparation before the start begins: the service may be silent for this long, in milliseconds. */
export const startProgressSchema = z.object({ maxDurationMs: z.number().positive() });

/** Progress of a conversion, 0..1. */
export const conversionProgressSchema = z.number().min(0).max(1);

/** All messages of the service. Log lines go to standard error. */
export const embeddedReplySchema = toTableReplySchema(
  embeddedMethods,
  z.union([startProgressSchema, conversionProgressSchema]),
);

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
