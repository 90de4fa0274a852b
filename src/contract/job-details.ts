import * as z from 'zod';
import { maxOtherFaces } from './job-hints.ts';
import { limbSchema, seamsSchema } from './limbs.ts';

const fraction = z.number().min(0).max(1);
const milliseconds = z.number().nonnegative();
const microseconds = z.int().nonnegative();

/** What a job is doing, in the order it happens. */
export const workStages = ['reading', 'preparing', 'rendering', 'finishing'] as const;

/** See {@link workStages}. */
export type WorkStageName = (typeof workStages)[number];

/** How far a running job is. */
export const jobProgressSchema = z.object({
  fraction,
  stage: z.enum(workStages),
  /** Time left; null until it can be told. */
  etaMs: milliseconds.nullable(),
});

/** See {@link jobProgressSchema}. */
export type JobProgress = z.output<typeof jobProgressSchema>;

/** Part of a video, in its own time. */
const span = z.object({ fromUs: microseconds, toUs: microseconds });

/** What of a swapped face shows that it was swapped; the larger, the more. */
export const faceFlawsSchema = z.object({
  /** By how much the photo looks another way than the result. */
  turnDegrees: z.number().nonnegative(),
  /** How uneven the forehead of the result is, by the light of its cheeks. */
  foreheadTexture: z.number().nonnegative(),
  /** Difference in brightness of the cheeks in the photo, relative to their brightness. */
  cheekDifference: z.number().nonnegative(),
  /** Fraction of the forehead of the photo that lies in the shade of a cap or under hair. */
  foreheadShade: fraction,
  /** Mean distance of the eyes of the result from those that were there, by the width of the face. */
  eyeOffset: z.number().nonnegative(),
  /** How hard a line crosses the bridge of the nose in the photo, by its light; absent in reports of earlier versions. */
  bridgeContrast: z.number().nonnegative().default(0),
  /** How surely the face that was there wears glasses, whose frames stay unless the photo shows some; absent in reports of earlier versions. */
  targetGlasses: fraction.default(0),
});

/** See {@link faceFlawsSchema}. */
export type FaceFlawsReport = z.output<typeof faceFlawsSchema>;

/** What an engine measured of its own result. Null where it cannot be measured. */
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
  /** Null where no face was put on a mesh; absent in reports of earlier versions and of what is no swap. */
  flaws: faceFlawsSchema.nullable().exactOptional(),
});

/** See {@link qualityReportSchema}. */
export type QualityReport = z.output<typeof qualityReportSchema>;

/** Report on a result that nobody measured. */
export const noQuality: QualityReport = {
  similarityToSource: null,
  similarityToTarget: null,
  trackedShare: null,
  jitterRatio: null,
  sharpnessRatio: null,
};

/** Who of several people was swapped: where they stand in the picture, or in most frames of a clip that show the most. */
export const personReportSchema = z.object({
  /** 1 for the leftmost. */
  fromLeft: z.int().positive(),
  count: z.int().min(2),
});

const matched = z.object({ sample: z.number(), result: z.number() });

/** How near speech came to the voice of a sample, as measured. */
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
  /** Only of speech in a voice that was matched to a sample. */
  match: voiceMatchSchema.exactOptional(),
});

/** See {@link speechReportSchema}. */
export type SpeechReport = z.output<typeof speechReportSchema>;

/** What a mouth does, as people see it: rests, is closed, has the lip on the teeth, is narrow, open, or round. */
export const mouthKinds = ['rest', 'closed', 'teeth', 'narrow', 'open', 'round'] as const;

/** See {@link mouthKinds}. */
export type MouthKind = (typeof mouthKinds)[number];

/** Most steps of a track: as many as can be told apart on a screen. */
export const maxMouthSteps = 600;

/** A mouth over the time, in equal steps: each a digit, the place of it in {@link mouthKinds}. */
export const mouthTrackSchema = z.object({
  stepMs: z.number().positive(),
  steps: z
    .string()
    .max(maxMouthSteps)
    .regex(/^[0-5]*$/),
});

/** See {@link mouthTrackSchema}. */
export type MouthKindTrack = z.output<typeof mouthTrackSchema>;

/** How well lips follow a sound, as measured in the frames that were drawn, by another network than the one that drew. */
export const lipReportSchema = z.object({
  /** Sounds that need closed lips (p, b, m) and fall on a mouth that is to be seen, and how many have them. */
  closures: z.object({ count: z.int().nonnegative(), closed: z.int().nonnegative() }),
  /** How much later lips move than they are to; null where too little moves. */
  offsetMs: z.number().nullable(),
  /** Correlation of the gap between the lips with what it was to be, -1..1. */
  correlation: z.number().nullable(),
  /** Fraction of the frames with the person in which the mouth stays as it was, because something covers it. */
  coveredFraction: fraction,
  /** Mouths of the clip that were shown again. */
  mouths: z.int().nonnegative(),
  /** Frames whose mouth was drawn instead. */
  drawnFrames: z.int().nonnegative(),
  /** What the mouth does over the time. */
  track: mouthTrackSchema.exactOptional(),
});

/** See {@link lipReportSchema}. */
export type LipReport = z.output<typeof lipReportSchema>;

/** How well the person of a picture moves as a driver did. */
export const motionReportSchema = z.object({
  /** Arms and legs that follow the driver's; the others stay as in the picture. */
  limbs: z.array(limbSchema),
  /** Frames in which the driver was not seen. */
  heldFrames: z.int().nonnegative(),
  /** Frames in which the driver shows another side than the picture; absent in older reports. */
  turnedFrames: z.int().nonnegative().exactOptional(),
  /** Cuts of the clip. */
  cuts: z.int().nonnegative(),
  /** Most people in one frame of the clip. */
  drivers: z.int().nonnegative(),
  /** Median distance of the drawn joints from where they were to be, in lengths of the torso; null where none was found. */
  jointError: z.number().nonnegative().nullable(),
  /**
   * Fraction of the drawn frames that were looked at in which a person was found; null where joints were set by hand, so that
   * no network finds them again.
   */
  foundFraction: fraction.nullable(),
  /** How torn the character is in the worst tenth of the frames that were looked at; absent in older reports. */
  seams: seamsSchema.exactOptional(),
  /** Arms that follow though the picture does not show their hand; absent in older reports. */
  hiddenHands: z.array(limbSchema).exactOptional(),
  /** Arms that follow though they lie against the body in the picture, so that their edge is a guess; absent in older reports. */
  touchingArms: z.array(limbSchema).exactOptional(),
});

/** See {@link motionReportSchema}. */
export type MotionReport = z.output<typeof motionReportSchema>;

/** Why only the head of a character was put on the person of a video. */
export const headReasons = [
  'body_missing',
  'legs_missing',
  'people_touch',
  'other_side',
  'torn',
] as const;

/** How a character was put in the place of the person of a video. */
export const identityReportSchema = z.object({
  method: z.enum(['body', 'head']),
  /** Null where the whole body was. */
  reason: z.enum(headReasons).nullable(),
  /** Frames in which no character is shown, because the person is not seen. */
  heldFrames: z.int().nonnegative(),
  /** Largest part of a scene that no frame shows without the person, so that it was made up. */
  guessedFraction: fraction,
  /** How much more the result is like the person of the video than the character is, cosine; null where no face was seen. */
  leak: z.number().nullable(),
});

/** See {@link identityReportSchema}. */
export type IdentityReport = z.output<typeof identityReportSchema>;
const inEveryLanguage = z.object({ en: z.string(), de: z.string(), es: z.string() });
/** Words of a prompt as they were written, and what became of them. */
const promptPart = z.object({ words: z.string(), says: inEveryLanguage });

/** How a prompt was read; each of its words that says something is in one of the lists. */
export const promptReportSchema = z.object({
  understood: z.array(promptPart),
  /** Understood and not done, with what may be asked instead. */
  notOffered: z.array(promptPart),
  notUnderstood: z.array(z.string()),
  /** What a model of the user did. */
  byModel: z.array(promptPart).default([]),
  /** Of what was understood: found nothing in the picture that it could change. */
  notFound: z.array(promptPart),
});

/** See {@link promptReportSchema}. */
export type PromptReport = z.output<typeof promptReportSchema>;

/**
 * Whether a result says, signed, that Guise made it. `off`: as the owner of the service wants it; `unsupported`: files of
 * its type hold no signature; `failed`: it could not be signed, and is as it was made.
 */
const resultSignatureSchema = z.enum(['signed', 'off', 'unsupported', 'failed']);

/** See {@link resultSignatureSchema}. */
export type ResultSignature = z.output<typeof resultSignatureSchema>;

/** How a result was made: shown with the job, kept on this computer. */
export const jobReportSchema = z.object({
  engine: z.object({
    /** As shown: "Mesh engine". */
    name: z.string(),
    /** What ran the networks: "CPU", "CUDA" … */
    provider: z.string(),
    /** Names of the networks and packs that took part. */
    models: z.array(z.string()),
    /** Why no better engine ran, in one sentence; null when there is none better. */
    reason: z.string().nullable(),
  }),
  /** Time spent per stage; stages may run side by side, so the sum may exceed the whole. */
  stages: z.array(z.object({ name: z.string(), durationMs: milliseconds })),
  wallMs: milliseconds,
  /** Frames of a video; null for a picture. */
  frames: z
    .object({
      total: z.int().nonnegative(),
      swapped: z.int().nonnegative(),
      /** Where no face was found, so that the frames are as they were. */
      untouched: z.array(span),
    })
    .nullable(),
  quality: qualityReportSchema,
  /** Only of a swap where several people are to be seen. */
  person: personReportSchema.exactOptional(),
  /** Further people who got a face of their own. */
  otherPeople: z.array(personReportSchema).max(maxOtherFaces).exactOptional(),
  /** Only of a result that was spoken. */
  speech: speechReportSchema.exactOptional(),
  /** Only of a result whose lips follow a sound. */
  lips: lipReportSchema.exactOptional(),
  /** Only of a picture that moves as a clip does. */
  motion: motionReportSchema.exactOptional(),
  /** Only of a character that was put into a video. */
  identity: identityReportSchema.exactOptional(),
  /** Only of a result that was asked for in words. */
  prompt: promptReportSchema.exactOptional(),
  /** Written by the service, whatever a worker says. */
  signature: resultSignatureSchema.exactOptional(),
});

/** See {@link jobReportSchema}. */
export type JobReport = z.output<typeof jobReportSchema>;

/**
 * What the embedded service tells the app about a job beyond the REST API. A remote service has none of
 * it.
 */
export const jobDetailsSchema = z.object({
  progress: jobProgressSchema.nullable(),
  report: jobReportSchema.nullable(),
});

/** See {@link jobDetailsSchema}. */
export type JobDetails = z.output<typeof jobDetailsSchema>;
