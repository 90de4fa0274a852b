import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import { judgeFlaws, type FlawFinding } from './judge-flaws.ts';
import { gradeMetric, type Limits, type SidedLimits } from './grade-metric.ts';
import { type IdentityFinding, judgeIdentity } from './judge-identity.ts';
import { judgeMotion, type MotionFinding } from './judge-motion.ts';
import type {
  JobReport,
  LipReport,
  QualityReport,
  VoiceMatchReport,
} from '../../../contract/job-details.ts';

/** Quality of a result for a viewer who does not know how it was made. */
export type Grade = 'good' | 'visible' | 'unconvincing';

/** Cause of a grade; the texts are in the catalogue under `verdict.finding`. */
export type FindingCode =
  | 'other_face'
  | 'face_before'
  | 'untouched'
  | 'unsteady'
  | 'soft'
  | 'sharp'
  | 'edges'
  | 'glasses'
  | 'glasses_off'
  | 'other_voice'
  | 'pitch'
  | 'melody'
  | 'tone'
  | 'lips_open'
  | 'lips_late'
  | 'lips_loose'
  | 'mouth_covered'
  | 'mouth_drawn'
  | FlawFinding['code']
  | IdentityFinding['code']
  | MotionFinding['code'];

/** A visible or audible property of a result. */
export interface Finding {
  readonly code: FindingCode;
  readonly grade: Exclude<Grade, 'good'>;
  /** Values of its text. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Change that may improve the next attempt: another file or value for a field, or a specific value. */
export type Proposal =
  | { readonly kind: 'other'; readonly field: string }
  | { readonly kind: 'set'; readonly field: string; readonly value: number };

/** Summary of a result before any numbers. */
export interface Verdict {
  /** Null when nothing was measured. */
  readonly grade: Grade | null;
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** Sharpness compared with the surroundings, which is also mentioned for good results. */
  readonly sharpness: 'softer' | 'same' | 'sharper' | null;
  /** True when the result is known to be as steady as the clip. */
  readonly isSteady: boolean;
  /** Lip sync findings; null for any other result. */
  readonly lips: {
    /** True when the face is known to be that of the portrait. */
    readonly areOfPortrait: boolean;
    readonly close: boolean;
    readonly areInTime: boolean;
  } | null;
  /** True when a body is known to move like the driver. */
  readonly isMoved: boolean;
  readonly proposals: readonly Proposal[];
}

/** Thresholds of the face metrics. */
interface FaceLimits {
  /** Likeness to the photo. */
  readonly likeness: Limits;
  /** Sharpness by that of the face before. */
  readonly soft: Limits;
  readonly sharp: Limits;
}

/*
 * The limits were fitted to 51 videos and 34 pictures that were graded one by one; those of videos are in
 * `verdict.test.ts` with their grades. Where a limit could be anywhere between two results, it is nearer to the better
 * one: too bad a verdict costs a look at the result, too good a verdict a broadcast.
 */

/**
 * Measured on videos: faces that were taken for the photo's reach 0.73 to 0.94, a drawing 0.70, a mask 0.2 to
 * 0.4. A face twice as sharp as the original looks painted on; line drawings and coarse grain start at 2.9.
 * Below 0.95 it looks like frosted glass: a photo of 90 pixels reaches 0.92, one of 54 0.83.
 */
const videoLimits: FaceLimits = {
  likeness: { visible: 0.72, unconvincing: 0.55 },
  soft: { visible: 0.95, unconvincing: 0.8 },
  sharp: { visible: 1.95, unconvincing: 2.9 },
};
/**
 * Limits for pictures: they are sharper than frames of a clip, so good faces go down to 0.68, and they move less, so
 * similarity is higher.
 */
const stillLimits: FaceLimits = {
  likeness: { visible: 0.76, unconvincing: 0.6 },
  soft: { visible: 0.65, unconvincing: 0.58 },
  sharp: { visible: 1.95, unconvincing: 2.9 },
};
/**
 * Relative to the clip's own jitter: up to 1.1 without visible jitter, 1.4 with a swimming beard, 1.45 and more
 * for a mask.
 */
const jitter: Limits = { visible: 1.2, unconvincing: 1.8 };
/**
 * Fraction of frames without a swap: several in a row are noticed immediately, and most of a clip is no result.
 */
const untouched: Limits = { visible: 0.005, unconvincing: 0.4 };
/** Distance from the pitch of the sample in semitones; one speaker differs by half of one from day to day. */
const pitch: Limits = { visible: 1, unconvincing: 3 };
/** Range of the pitch by that of the sample: below, speech is flat. */
const melody: Limits = { visible: 0.6, unconvincing: 0.3 };
/** Distance of the long-term spectra in dB; one speaker differs from himself by 1 to 2. */
const tone: Limits = { visible: 3, unconvincing: 6 };
/** Fraction of the sounds with closed lips at which they are closed: one open m in ten is not noticed. */
const closing: Limits = { visible: 0.9, unconvincing: 0.6 };
/** Milliseconds: viewers accept lips that are 90 early or 185 late, and notice half of that (ITU-R BT.1359). */
const early: Limits = { visible: 45, unconvincing: 90 };
const late: Limits = { visible: 125, unconvincing: 185 };
/** Correlation of the lip gap with its target; footage with any other audio reaches 0. */
const loose: Limits = { visible: 0.85, unconvincing: 0.5 };
/** Fraction of frames whose mouth is covered and unchanged. */
const covered: Limits = { visible: 0.02, unconvincing: 0.4 };
/** Within these limits a face counts as equally sharp; a difference of a quarter is not visible. */
const sameSharpness = { from: 0.8, to: 1.3 };

/** A part at the start that is worth proposing, in seconds. */
const shortestPartS = 1;

/** Findings that a note makes: dark glasses transferred as skin convince nobody. */
const noted: ReadonlyMap<string, Finding> = new Map([
  ['other_voice', { code: 'other_voice', grade: 'visible' }],
  ['glasses_drawn', { code: 'glasses', grade: 'unconvincing' }],
  ['glasses_removed', { code: 'glasses_off', grade: 'visible' }],
]);

/** Judges a result that is there by the metrics of its report and its notes. */
export function judgeResult(
  job: Pick<LocalJob, 'feature' | 'inputs' | 'report' | 'notes'>,
): Verdict {
  const { report, notes } = job;
  const quality = report?.quality;
  const found = [
    ...(quality === undefined ? [] : judgeFace(quality, report?.frames === null)),
    ...(quality?.flaws === undefined || quality.flaws === null ? [] : judgeFlaws(quality.flaws)),
    judgeFrames(report),
    ...judgeVoice(report?.speech?.match),
    ...judgeLips(report?.lips, job.feature === 'avatar'),
    ...(report?.motion === undefined ? [] : judgeMotion(report.motion, report.frames?.total ?? 0)),
    ...(report?.identity === undefined
      ? []
      : judgeIdentity(report.identity, report.frames?.total ?? 0)),
    isWholeHead(job) ? ({ code: 'edges', grade: 'visible' } as const) : null,
    ...notes.flatMap(({ code }) => noted.get(code) ?? []),
  ].filter((finding) => finding !== null);
  const findings = found.toSorted((a, b) => rank(b) - rank(a));
  const isMeasured =
    (quality?.similarityToSource ?? null) !== null ||
    report?.motion?.seams !== undefined ||
    (report?.lips === undefined
      ? report?.speech?.match !== undefined
      : report.lips.closures.count > 0);
  return {
    grade: findings[0]?.grade ?? (isMeasured ? 'good' : null),
    findings,
    sharpness: compareSharpness(quality?.sharpnessRatio ?? null),
    isSteady: (quality?.jitterRatio ?? null) !== null,
    lips: report?.lips === undefined ? null : summariseLips(report.lips, report.quality),
    isMoved: report?.motion !== undefined,
    proposals: propose(job, findings),
  };
}

/**
 * Heads with broken edges at the neck or clothes are replaced by the face mode before this point. Of the others
 * that were inspected few had no visible flaw there, so none is called good.
 */
function isWholeHead({ feature, report, notes }: Pick<LocalJob, 'feature' | 'report' | 'notes'>) {
  return (
    feature === 'face_swap_image' &&
    report !== null &&
    notes.every(({ code }) => code !== 'face_only')
  );
}

function judgeFace(quality: QualityReport, isStill: boolean): (Finding | null)[] {
  const { similarityToSource: source, similarityToTarget: target } = quality;
  const { jitterRatio, sharpnessRatio } = quality;
  const limits = isStill ? stillLimits : videoLimits;
  const isBefore = source !== null && target !== null && target > source;
  return [
    isBefore
      ? { code: 'face_before', grade: 'unconvincing' }
      : judge('other_face', source, { below: limits.likeness }),
    judge('unsteady', jitterRatio, { above: jitter }),
    judge('sharp', sharpnessRatio, { above: limits.sharp }),
    judge('soft', sharpnessRatio, { below: limits.soft }),
  ];
}

/** Frames in which no face was found; a mouth that is covered is judged for itself. */
function judgeFrames(report: JobReport | null): Finding | null {
  const frames = report?.frames ?? null;
  const free = 1 - (report?.lips?.coveredFraction ?? 0);
  const shown =
    frames === null || free <= 0 ? null : frames.swapped / free / Math.max(1, frames.total);
  const fraction = shown === null ? null : Math.max(0, 1 - shown);
  const finding = judge('untouched', fraction, { above: untouched });
  return (
    finding && { ...finding, values: { percent: Math.max(1, Math.round(100 * (fraction ?? 0))) } }
  );
}

function judgeVoice(match: VoiceMatchReport | undefined): (Finding | null)[] {
  if (match === undefined) {
    return [];
  }
  const { pitchHz, pitchSpread, envelopeDb } = match;
  const semitones = 12 * Math.log2(pitchHz.result / pitchHz.sample);
  const isKnown = Number.isFinite(semitones);
  const away = judge('pitch', isKnown ? Math.abs(semitones) : null, { above: pitch });
  const spread = pitchSpread.sample > 0 ? pitchSpread.result / pitchSpread.sample : null;
  return [
    away && { ...away, values: { higher: semitones > 0 ? 'yes' : 'no' } },
    judge('tone', envelopeDb, { above: tone }),
    judge('melody', spread, { below: melody }),
  ];
}

function judgeLips(lips: LipReport | undefined, isPortrait: boolean): (Finding | null)[] {
  if (lips === undefined) {
    return [];
  }
  const { closures, offsetMs, correlation, coveredFraction, mouths } = lips;
  const isEarly = offsetMs !== null && offsetMs < 0;
  const away = judge('lips_late', offsetMs === null ? null : Math.abs(offsetMs), {
    above: isEarly ? early : late,
  });
  const open = judge('lips_open', computeClosedFraction(closures), { below: closing });
  return [
    open && { ...open, values: { portrait: isPortrait ? 'yes' : 'no' } },
    away && { ...away, values: { early: isEarly ? 'yes' : 'no' } },
    judge('lips_loose', correlation, { below: loose }),
    judge('mouth_covered', coveredFraction, { above: covered }),
    mouths === 0 ? { code: 'mouth_drawn', grade: 'visible' } : null,
  ];
}

function computeClosedFraction({ count, closed }: LipReport['closures']): number | null {
  return count === 0 ? null : closed / count;
}

function summariseLips(
  { closures, offsetMs }: LipReport,
  { similarityToSource }: QualityReport,
): Verdict['lips'] {
  return {
    areOfPortrait:
      similarityToSource !== null && similarityToSource >= videoLimits.likeness.visible,
    close: (computeClosedFraction(closures) ?? 0) >= closing.visible,
    areInTime: offsetMs !== null && offsetMs > -early.visible && offsetMs < late.visible,
  };
}

function judge(code: FindingCode, value: number | null, limits: SidedLimits): Finding | null {
  const grade = value === null ? null : gradeMetric(value, limits);
  return grade === null ? null : { code, grade };
}

function rank({ grade }: Finding): number {
  return grade === 'unconvincing' ? 1 : 0;
}

function compareSharpness(ratio: number | null): Verdict['sharpness'] {
  if (ratio === null) {
    return null;
  }
  return ratio < sameSharpness.from ? 'softer' : ratio > sameSharpness.to ? 'sharper' : 'same';
}

/** Fields whose file is at fault, in the order they are looked for. */
const faultyFields: Readonly<Record<FindingCode, readonly string[]>> = {
  other_face: ['face_key', 'character_key'],
  face_before: ['face_key', 'character_key'],
  untouched: ['video_key'],
  unsteady: ['face_key'],
  soft: ['face_key'],
  sharp: ['face_key'],
  edges: ['face_key'],
  turned: ['face_key'],
  forehead: ['face_key'],
  shaded: ['face_key'],
  eyes_off: ['face_key'],
  glasses: ['face_key'],
  glasses_off: ['face_key'],
  other_voice: ['voice_id'],
  pitch: ['voice_sample_key'],
  melody: ['voice_sample_key'],
  tone: ['voice_sample_key'],
  lips_open: ['video_key', 'image_key'],
  lips_late: ['video_key'],
  lips_loose: ['video_key', 'image_key'],
  mouth_covered: ['video_key'],
  mouth_drawn: ['video_key'],
  motion_off: ['image_key', 'character_key'],
  motion_unmeasured: [],
  driver_lost: ['video_key'],
  driver_turned: ['video_key'],
  limbs_left: ['image_key', 'character_key', 'video_key'],
  seams: ['image_key', 'character_key'],
  head_only: ['character_key'],
  ground_guessed: ['video_key'],
};

/**
 * Makes one proposal for each field that can be changed. Small faults are ignored while there are large ones.
 */
function propose(
  { inputs, report }: Pick<LocalJob, 'inputs' | 'report'>,
  findings: readonly Finding[],
): readonly Proposal[] {
  const worst = findings.filter(({ grade }) => grade === findings[0]?.grade);
  const proposals = worst.flatMap(({ code }): Proposal[] => {
    // A lip sync has the length of its audio.
    const isCut = code === 'untouched' && report?.lips === undefined;
    const endS = isCut ? findFirstPartS(report) : null;
    if (endS !== null) {
      return [{ kind: 'set', field: 'max_duration_sec', value: endS }];
    }
    return faultyFields[code]
      .filter((field) => field === 'voice_id' || inputs.some((input) => input.field === field))
      .map((field) => ({ kind: 'other', field }));
  });
  return proposals.filter(
    ({ field }, index) => proposals.findIndex((other) => other.field === field) === index,
  );
}

/** Whole seconds from the start in which every frame was swapped; null where that is no part to speak of. */
function findFirstPartS(report: JobReport | null): number | null {
  const [first] = report?.frames?.untouched ?? [];
  const seconds = first === undefined ? 0 : Math.floor(first.fromUs / 1_000_000);
  return seconds < shortestPartS ? null : seconds;
}
