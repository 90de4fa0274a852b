import * as z from 'zod';
import { engineReasonSchema } from './engine-reasons.ts';
import { maxOtherFaces } from './job-hints.ts';
import { limbSchema, seamsSchema } from './limbs.ts';

const fraction = z.number().min(0).max(1);
const milliseconds = z.number().nonnegative();
const microseconds = z.int().nonnegative();

/** Phases of a job, in order. */
export const jobPhases = ['reading', 'preparing', 'rendering', 'finishing'] as const;

/** See {@link jobPhases}. */
export type JobPhase = (typeof jobPhases)[number];

/** Progress of a running job. */
export const jobProgressSchema = z.object({
  fraction,
  phase: z.enum(jobPhases),
  /** Remaining time; null until it can be estimated. */
  etaMs: milliseconds.nullable(),
});

/** See {@link jobProgressSchema}. */
export type JobProgress = z.output<typeof jobProgressSchema>;

/** Part of a video, in its own time. */
const span = z.object({ fromUs: microseconds, toUs: microseconds });

/** Visible flaws of a swapped face; higher is worse. */
export const faceFlawsSchema = z.object({
  /** Difference between the head poses of the photo and the result. */
  turnDegrees: z.number().nonnegative(),
  /** Texture of the result's forehead, relative to the brightness of its cheeks. */
  foreheadTexture: z.number().nonnegative(),
  /** Difference in brightness of the cheeks in the photo, relative to their brightness. */
  cheekDifference: z.number().nonnegative(),
  /** Fraction of the photo's forehead that is shaded by a cap or under hair. */
  foreheadShade: fraction,
  /** Mean distance of the eyes of the result from those that were there, by the width of the face. */
  eyeOffset: z.number().nonnegative(),
  /**
   * Contrast of a line across the bridge of the nose in the photo, relative to its brightness; absent in
   * reports of earlier versions.
   */
  bridgeContrast: z.number().nonnegative().default(0),
  /**
   * Confidence that the replaced face wears glasses, whose frames stay unless the photo shows some; absent in
   * reports of earlier versions.
   */
  targetGlasses: fraction.default(0),
});

/** See {@link faceFlawsSchema}. */
export type FaceFlawsReport = z.output<typeof faceFlawsSchema>;

/** Engine's measurements of its own result. Null where a value cannot be measured. */
export const qualityReportSchema = z.object({
  /** Mean cosine of embeddings between result and source, and between result and the face before, -1..1. */
  similarityToSource: z.number().nullable(),
  similarityToTarget: z.number().nullable(),
  /** Fraction of frames with the face swapped. */
  trackedShare: fraction.nullable(),
  /** Movement of landmarks at rest, result by input; 1 is as steady as the input. */
  jitterRatio: z.number().nonnegative().nullable(),
  /** Sharpness of the face, result by input; 1 is the same. */
  sharpnessRatio: z.number().nonnegative().nullable(),
  /** Null when no face was put on a mesh; absent in reports of earlier versions and of other features. */
  flaws: faceFlawsSchema.nullable().exactOptional(),
});

/** See {@link qualityReportSchema}. */
export type QualityReport = z.output<typeof qualityReportSchema>;

/** Report on a result without measurements. */
export const noQuality: QualityReport = {
  similarityToSource: null,
  similarityToTarget: null,
  trackedShare: null,
  jitterRatio: null,
  sharpnessRatio: null,
};

/**
 * The swapped person among several: their position in the image, or in most frames of a clip that show the most
 * people.
 */
export const personReportSchema = z.object({
  /** 1 for the leftmost. */
  fromLeft: z.int().positive(),
  count: z.int().min(2),
});

const matched = z.object({ sample: z.number(), result: z.number() });

/** Measured similarity of the speech to the voice of a sample. */
export const voiceMatchSchema = z.object({
  pitchHz: matched,
  /** Standard deviation of the pitch in semitones. */
  pitchSpread: matched,
  /** F1 to F4 as far as both have them. */
  formantsHz: z.array(matched),
  /** Distance of the long-term spectra in dB; one speaker differs from himself by 1 to 2. */
  envelopeDb: z.number().nonnegative(),
});

/** See {@link voiceMatchSchema}. */
export type VoiceMatchReport = z.output<typeof voiceMatchSchema>;

/** Speech as it is in the file. */
export const speechReportSchema = z.object({
  durationMs: milliseconds,
  sampleRateHz: z.int().positive(),
  loudnessLufs: z.number(),
  /** Sounds whose time is known, from which a mouth can be moved. */
  phones: z.int().nonnegative(),
  /** Present only for speech in a voice that was matched to a sample. */
  match: voiceMatchSchema.exactOptional(),
});

/** See {@link speechReportSchema}. */
export type SpeechReport = z.output<typeof speechReportSchema>;

/** Visible shapes of a mouth: at rest, closed, lip on the teeth, narrow, open, or round. */
export const mouthKinds = ['rest', 'closed', 'teeth', 'narrow', 'open', 'round'] as const;

/** See {@link mouthKinds}. */
export type MouthKind = (typeof mouthKinds)[number];

/** Maximum steps of a track: as many as a screen can distinguish. */
export const maxMouthSteps = 600;

/** Mouth shapes over time, in equal steps: each digit is an index into {@link mouthKinds}. */
export const mouthTrackSchema = z.object({
  stepMs: z.number().positive(),
  steps: z
    .string()
    .max(maxMouthSteps)
    .regex(/^[0-5]*$/),
});

/** See {@link mouthTrackSchema}. */
export type MouthKindTrack = z.output<typeof mouthTrackSchema>;

/** Quality of the lip sync, measured in the rendered frames by another network than the one that drew them. */
export const lipReportSchema = z.object({
  /** Phonemes that need closed lips (p, b, m) while the mouth is visible, and how many of them have closed lips. */
  closures: z.object({ count: z.int().nonnegative(), closed: z.int().nonnegative() }),
  /** Delay of the lips relative to their target; null when they move too little. */
  offsetMs: z.number().nullable(),
  /** Correlation of the lip gap with its target, -1..1. */
  correlation: z.number().nullable(),
  /** Fraction of the frames with the person in which the mouth is unchanged, because something covers it. */
  coveredFraction: fraction,
  /** Mouths of the clip that were shown again. */
  mouths: z.int().nonnegative(),
  /** Frames whose mouth was drawn instead. */
  drawnFrames: z.int().nonnegative(),
  /** Mouth shapes over time. */
  track: mouthTrackSchema.exactOptional(),
});

/** See {@link lipReportSchema}. */
export type LipReport = z.output<typeof lipReportSchema>;

/** Quality of the motion that the person of an image took over from a driver. */
export const motionReportSchema = z.object({
  /** Arms and legs that follow the driver's; the others stay as in the image. */
  limbs: z.array(limbSchema),
  /** Frames in which the driver was not seen. */
  heldFrames: z.int().nonnegative(),
  /** Frames in which the driver shows another side than the image; absent in older reports. */
  turnedFrames: z.int().nonnegative().exactOptional(),
  /** Further frames in which the driver is seen from the side, and the image is not; absent in older reports. */
  sidewaysFrames: z.int().nonnegative().exactOptional(),
  /** Frames that each picture of the character is seen in; absent in older reports. */
  views: z
    .object({
      front: z.int().nonnegative(),
      side: z.int().nonnegative(),
      back: z.int().nonnegative(),
    })
    .exactOptional(),
  /** Cuts of the clip. */
  cuts: z.int().nonnegative(),
  /** Most people in one frame of the clip. */
  drivers: z.int().nonnegative(),
  /** Median distance of the drawn joints from their targets, in torso lengths; null where none was found. */
  jointError: z.number().nonnegative().nullable(),
  /**
   * Fraction of the inspected drawn frames in which a person was detected; null when joints were set by hand,
   * since no network would detect them.
   */
  foundFraction: fraction.nullable(),
  /** Tears of the character in the worst tenth of the inspected frames; absent in older reports. */
  seams: seamsSchema.exactOptional(),
  /** Arms that follow although the image does not show their hand; absent in older reports. */
  hiddenHands: z.array(limbSchema).exactOptional(),
  /**
   * Arms that follow although they touch the body in the image, so that their edge is estimated; absent in
   * older reports.
   */
  touchingArms: z.array(limbSchema).exactOptional(),
});

/** See {@link motionReportSchema}. */
export type MotionReport = z.output<typeof motionReportSchema>;

/** Reasons why only the head of a character was put on the person of a video. */
export const headReasons = [
  'body_missing',
  'legs_missing',
  'people_touch',
  'other_side',
  'torn',
] as const;

/** Method and measurements of an identity swap. */
export const identityReportSchema = z.object({
  method: z.enum(['body', 'head']),
  /** Null where the whole body was. */
  reason: z.enum(headReasons).nullable(),
  /** Frames in which no character is shown, because the person is not seen. */
  heldFrames: z.int().nonnegative(),
  /** Largest fraction of a scene that is hidden by the person in all frames, so that it was inpainted. */
  guessedFraction: fraction,
  /**
   * Excess similarity of the result to the person of the video over that of the character, cosine; null when no
   * face was seen.
   */
  leak: z.number().nullable(),
});

/** See {@link identityReportSchema}. */
export type IdentityReport = z.output<typeof identityReportSchema>;
const inEveryLanguage = z.object({ en: z.string(), de: z.string(), es: z.string() });
/** Words of a prompt as written, and how they were applied. */
const promptPart = z.object({ words: z.string(), says: inEveryLanguage });

/** Interpretation of a prompt; each meaningful word is in one of the lists. */
export const promptReportSchema = z.object({
  understood: z.array(promptPart),
  /** Understood but not applied, with the alternatives that may be requested. */
  notOffered: z.array(promptPart),
  notUnderstood: z.array(z.string()),
  /** Words applied by the user's model. */
  byModel: z.array(promptPart).default([]),
  /** Understood, but nothing in the image matched. */
  notFound: z.array(promptPart),
});

/** See {@link promptReportSchema}. */
export type PromptReport = z.output<typeof promptReportSchema>;

/**
 * Signature of a result, which says that Guise made it. `off`: disabled by the service's owner; `unsupported`: the file
 * type has no signatures; `failed`: signing failed, and the file is unsigned.
 */
const resultSignatureSchema = z.enum(['signed', 'off', 'unsupported', 'failed']);

/** See {@link resultSignatureSchema}. */
export type ResultSignature = z.output<typeof resultSignatureSchema>;

/** Report on how a result was made: shown with the job, stored on this computer. */
export const jobReportSchema = z.object({
  engine: z.object({
    /** Display name: "Mesh engine". */
    name: z.string(),
    /** Execution provider of the networks: "CPU", "CUDA" … */
    provider: z.string(),
    /** Names of the networks and packs that took part. */
    models: z.array(z.string()),
    /** How it worked, and why no better engine ran, in English; null when there is nothing to say. */
    reason: z.string().nullable(),
    /** The sentences of `reason`; absent in reports of earlier versions. */
    reasons: z.array(engineReasonSchema).max(50).exactOptional(),
  }),
  /** Time spent per stage; stages may run side by side, so the sum may exceed the whole. */
  stages: z.array(z.object({ name: z.string(), durationMs: milliseconds })),
  wallMs: milliseconds,
  /** Frames of a video; null for an image. */
  frames: z
    .object({
      total: z.int().nonnegative(),
      swapped: z.int().nonnegative(),
      /** Spans without a detected face, whose frames are unchanged. */
      untouched: z.array(span),
    })
    .nullable(),
  quality: qualityReportSchema,
  /** Present only for a swap with several visible people. */
  person: personReportSchema.exactOptional(),
  /** Further people who got a face of their own. */
  otherPeople: z.array(personReportSchema).max(maxOtherFaces).exactOptional(),
  /** Present only for a result with synthesised speech. */
  speech: speechReportSchema.exactOptional(),
  /** Present only for a result with lip sync. */
  lips: lipReportSchema.exactOptional(),
  /** Present only for an image that follows a clip's motion. */
  motion: motionReportSchema.exactOptional(),
  /** Present only for a character that was put into a video. */
  identity: identityReportSchema.exactOptional(),
  /** Present only for a result that followed a prompt. */
  prompt: promptReportSchema.exactOptional(),
  /** Written by the service, regardless of the worker's report. */
  signature: resultSignatureSchema.exactOptional(),
});

/** See {@link jobReportSchema}. */
export type JobReport = z.output<typeof jobReportSchema>;

/** Details of a job from the embedded service beyond the REST API. Remote services have none. */
export const jobDetailsSchema = z.object({
  progress: jobProgressSchema.nullable(),
  report: jobReportSchema.nullable(),
});

/** See {@link jobDetailsSchema}. */
export type JobDetails = z.output<typeof jobDetailsSchema>;
