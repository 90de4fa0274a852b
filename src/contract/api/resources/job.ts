import * as z from 'zod';
import { failureDetailsSchema, jobFailureCodes, receivedFailureSchema } from '../errors.ts';
import { featureNames } from '../features.ts';
import { address, timestamp, createUsdField } from '../fields.ts';

/** States of a job; the last three are final. */
export const jobStatusSchema = z.enum(['queued', 'processing', 'succeeded', 'failed', 'canceled']);

/** See {@link jobStatusSchema}. */
export type JobStatus = z.output<typeof jobStatusSchema>;

/** Returns whether a job has reached a final status. */
export function isTerminal(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'processing';
}

/**
 * Stages of an identity swap in advanced mode, in order. It waits in `frame_ready` and `swap_ready` to
 * be advanced; in the others it works.
 */
export const jobStages = [
  'extracting',
  'frame_ready',
  'placing_character',
  'swap_ready',
  'rendering_motion',
] as const;

/** See {@link jobStages}. */
export type JobStage = (typeof jobStages)[number];

const jobFailureSchema = z
  .object({
    code: z.enum(jobFailureCodes),
    message: z.string(),
    details: failureDetailsSchema.optional().meta({
      description:
        'Facts of the failure, such as the `field` of the input at fault. Absent when there are none.',
    }),
  })
  .meta({ id: 'JobFailure' });

/** Failure of a job. */
export type JobFailure = z.output<typeof jobFailureSchema>;

/** Codes of notes about a result that differs from what was requested. */
export const jobNoteCodes = [
  'other_voice',
  'face_only',
  'smaller_output',
  'fallback_engine',
  'glasses_removed',
  'glasses_drawn',
  'glasses_kept',
  'clip_repeated',
  'mouth_drawn',
  'one_of_several',
  'auto_voice',
  'several_faces',
  'open_mouth',
  'limbs_left',
  'largest_person',
  'body_torn',
  'turn_mirrored',
  'turn_narrowed',
  'prompt_unused',
  'head_only',
  'lips_left',
  'not_offered',
  'not_understood',
  'nothing_found',
  'transcript_unused',
] as const;

/** A note of a result, see {@link jobNoteCodes}. */
export const jobNoteSchema = z
  .object({ code: z.enum(jobNoteCodes), message: z.string() })
  .meta({ id: 'JobNote' });

/** Note about a result for the customer: a code and a sentence. */
export type JobNote = z.output<typeof jobNoteSchema>;

const stageText = 'Only for an identity swap in advanced mode; null unless it is `processing`.';

/** A job as the service sends it, in replies and webhooks. */
export const jobSchema = z
  .object({
    id: z.string(),
    status: jobStatusSchema,
    output_url: address(
      'Signed link to the result; null unless `succeeded`, and when its time of keeping is over.',
    ).nullable(),
    credits_charged: createUsdField('USD charged; only a success is charged.'),
    error: jobFailureSchema.nullable().meta({ description: 'Null unless `failed`.' }),
    notes: z.array(jobNoteSchema).meta({
      description:
        'How the result differs from what was asked for: another voice spoke, only the face was swapped, ' +
        'the source was smaller than `output_resolution_p`, another engine than the chosen one ran, the video ' +
        'was shorter than the sound and plays there and back, its mouth had to be drawn, only one of several ' +
        'people speaks, a voice was chosen, a portrait is hard to animate, or only the head of a character fitted. ' +
        'Empty when there is nothing to say.',
    }),
    stage: z.enum(jobStages).nullable().meta({ description: stageText }).optional(),
    preview_url: address(
      `${stageText} Signed link to the latest intermediate; null until there is one.`,
    )
      .nullable()
      .optional(),
  })
  .meta({ id: 'Job' });

/** See {@link jobSchema}. */
export type Job = z.output<typeof jobSchema>;

const absentToNull = <T>(value: T | null | undefined): T | null => value ?? null;

/** A note as a client reads it: a newer service may have codes that this version does not know. */
export const receivedNoteSchema = z.object({ code: z.string(), message: z.string() });

/** See {@link receivedNoteSchema}. */
export type ReceivedNote = z.output<typeof receivedNoteSchema>;

/** A job as a client reads it: `error` may be a bare string, absent fields count as null, notes as none. */
export const receivedJobSchema = z.object({
  ...jobSchema.shape,
  output_url: z.string().nullish().transform(absentToNull),
  error: receivedFailureSchema.nullish().transform(absentToNull),
  notes: z
    .array(receivedNoteSchema)
    .nullish()
    .transform((notes) => notes ?? [])
    .catch([]),
  stage: z.string().nullish().transform(absentToNull),
  preview_url: z.string().nullish().transform(absentToNull),
});

/** See {@link receivedJobSchema}. */
export type ReceivedJob = z.output<typeof receivedJobSchema>;

/** Reply to a submit. */
export const submittedSchema = z
  .object({
    id: z.string(),
    status: jobStatusSchema.meta({
      description: '`queued`; a replay by `Idempotency-Key` may find the job further on.',
    }),
    status_url: z
      .string()
      .meta({ description: 'Path of the job on the same host, `/api/v1/jobs/<job_id>`.' }),
  })
  .meta({ id: 'SubmittedJob' });

/** See {@link submittedSchema}. */
export type SubmittedJob = z.output<typeof submittedSchema>;

const listItem = z
  .object({
    id: z.string(),
    status: jobStatusSchema,
    feature: z.enum(featureNames),
    endpoint: z.string(),
    created_at: timestamp,
    credits_charged: createUsdField('USD charged.'),
  })
  .meta({ id: 'JobListItem' });

const page = { limit: z.int(), offset: z.int(), has_more: z.boolean() };

/** A page of jobs, newest first. */
export const jobPageSchema = z.object({ jobs: z.array(listItem), ...page }).meta({ id: 'JobPage' });

/** See {@link jobPageSchema}. */
export type JobPage = z.output<typeof jobPageSchema>;

/** A page as a client reads it: a newer service may list features this version does not know. */
export const receivedJobPageSchema = z.object({
  jobs: z.array(z.object({ ...listItem.shape, feature: z.string() })),
  ...page,
});
