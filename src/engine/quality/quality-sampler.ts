/**
 * Measures a few frames of a result before and after the swap, with the networks of a tracker:
 *
 *   waiting --a frame with a face is due--> first of three frames --next--> second --next--> third: waiting
 *                                            likeness, sharpness                              jitter
 *
 * A frame is due every {@link INTERVAL_FRAMES}; in a long video the interval grows, so that the samples are spread over
 * all of it and their number stays bounded.
 */
import { measureGlasses } from '../face/glasses/worn-glasses.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion } from '../pixels/region.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import { setRegionOfMesh } from '../track/face-region.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { MESH_POINT_COUNT } from '../track/mesh-points.ts';
import {
  type FaceFlaws,
  measureBridge,
  measureCheekDifference,
  measureEyeOffset,
  measureForehead,
  measureForeheadShade,
  measureTurn,
} from './face-flaws.ts';
import { summariseQuality, type QualitySample, type ResultQuality } from './result-quality.ts';
import { measureSharpness } from './sharpness.ts';
import { createJitterMeter } from './jitter-meter.ts';

/**
 * Measures a result while it is rendered. Frames are only read; if a call returns a promise, they must not be changed
 * before it settles.
 */
export interface QualitySampler {
  /** Called before a frame is changed, with the face that will be swapped (the most important of several). */
  before(frame: I420Frame, face: MeasuredFace): Promise<void> | undefined;
  /** Called for every finished frame; `shown` is the opacity of a swapped face, 0..1. */
  after(frame: I420Frame, shown: number): Promise<void> | undefined;
  /** Returns the summary so far. */
  summarise(): ResultQuality;
  /** Returns the samples, which {@link summariseQuality} can combine for several parts of a video. */
  samples(): readonly QualitySample[];
}

/** Fields of a face that a sampler reads. */
export type MeasuredFace = Pick<TrackedFace, 'id' | 'isNew' | 'landmarks' | 'box'>;

/** Face of the source in its photo; see `TrackedFace` for the landmarks. */
export interface MeasuredSource {
  readonly frame: I420Frame;
  readonly landmarks: Float32Array;
  readonly canonicalFace: CanonicalFace;
}

/**
 * A sample is two embeddings and six meshes, about 34 ms of one core; with 10 ms of work per frame every
 * 150th frame costs 2.3 %.
 */
const INTERVAL_FRAMES = 150;
/** First measured frame: smoothed state has settled, and short clips still have it. */
const FIRST_FRAME = 4;
/** Frames until the next attempt after a frame that could not be measured. */
const RETRY_FRAMES = 30;
/** Maximum number of samples; beyond, every second one is dropped and the interval doubled. */
const MAX_SAMPLES = 24;
/** Successive frames of a sample. */
const FRAMES_PER_SAMPLE = 3;
/** Minimum opacity of a face that is measured. */
const MIN_SHOWN = 0.5;

/** Creates a sampler for the result of one job. For stills, `before` and `after` are called once. */
export function createQualitySampler(
  meter: Pick<FaceMeter, 'embed' | 'locate'>,
  source: MeasuredSource,
  { isStill = false }: { readonly isStill?: boolean | undefined } = {},
): QualitySampler {
  return new SparseSampler(meter, source, isStill ? 1 : FIRST_FRAME);
}

class SparseSampler implements QualitySampler {
  readonly #meter: Pick<FaceMeter, 'embed' | 'locate'>;
  readonly #source: MeasuredSource;
  readonly #region = createRegion();
  readonly #jitterBefore = createJitterMeter(MESH_POINT_COUNT * 3);
  readonly #jitterAfter = createJitterMeter(MESH_POINT_COUNT * 3);
  readonly #samples: QualitySample[] = [];
  #interval = INTERVAL_FRAMES;
  #nextFrame: number;
  #frames = 0;
  #swapped = 0;
  #face: MeasuredFace | null = null;
  /** Face of the current sample, and the number of its frames so far. */
  #faceId = 0;
  #seen = 0;
  #sharpness: number | null = null;
  #targetGlasses = 0;
  #sample: QualitySample | null = null;
  #meshBefore: Float32Array | null = null;
  /** Computed with the first sample. */
  #sourceEmbedding: Float32Array | null = null;
  #targetEmbedding: Float32Array | null = null;

  constructor(
    meter: Pick<FaceMeter, 'embed' | 'locate'>,
    source: MeasuredSource,
    firstFrame: number,
  ) {
    this.#meter = meter;
    this.#source = source;
    this.#nextFrame = firstFrame;
  }

  before(frame: I420Frame, face: MeasuredFace): Promise<void> | undefined {
    if (this.#frames + 1 < this.#nextFrame) {
      return undefined;
    }
    if (this.#seen > 0 && (face.id !== this.#faceId || face.isNew)) {
      this.#close();
      return undefined;
    }
    this.#face = face;
    this.#faceId = face.id;
    return this.#measureBefore(frame, face);
  }

  after(frame: I420Frame, shown: number): Promise<void> | undefined {
    this.#frames += 1;
    this.#swapped += shown > 0 ? 1 : 0;
    const face = this.#face;
    this.#face = null;
    if (face === null || shown < MIN_SHOWN) {
      if (this.#seen > 0) {
        this.#close();
      } else if (face !== null) {
        this.#nextFrame = this.#frames + RETRY_FRAMES;
      }
      this.#jitterBefore.reset();
      return undefined;
    }
    return this.#measureAfter(frame, face);
  }

  async #measureBefore(frame: I420Frame, face: MeasuredFace): Promise<void> {
    if (this.#seen === 0) {
      this.#targetEmbedding = await this.#meter.embed(frame, face.landmarks);
      this.#sharpness = measureSharpness(frame, face.box);
      this.#targetGlasses = measureGlasses(frame, face.landmarks, this.#source.canonicalFace);
    }
    const mesh = await this.#locateLandmarks(frame, face);
    this.#meshBefore = mesh;
    this.#jitterBefore.add(mesh);
  }

  async #measureAfter(frame: I420Frame, face: MeasuredFace): Promise<void> {
    const isFirst = this.#seen === 0;
    if (isFirst) {
      await this.#measure(frame, face);
    }
    this.#seen += 1;
    const mesh = await this.#locateLandmarks(frame, face);
    this.#jitterAfter.add(mesh);
    if (isFirst && this.#sample !== null) {
      this.#sample.flaws = this.#measureFlaws(frame, mesh);
    }
    if (this.#seen === FRAMES_PER_SAMPLE) {
      this.#close();
    }
  }

  summarise(): ResultQuality {
    return summariseQuality(this.samples(), { frames: this.#frames, swapped: this.#swapped });
  }

  samples(): readonly QualitySample[] {
    return this.#sample === null ? this.#samples : [...this.#samples, this.#sample];
  }

  async #measure(frame: I420Frame, face: MeasuredFace): Promise<void> {
    const { frame: photo, landmarks } = this.#source;
    const source = (this.#sourceEmbedding ??= await this.#meter.embed(photo, landmarks));
    const embedding = await this.#meter.embed(frame, face.landmarks);
    const sharpness = measureSharpness(frame, face.box);
    this.#sample = {
      toSource: cosineSimilarity(embedding, source),
      toTarget: cosineSimilarity(embedding, this.#targetEmbedding ?? embedding),
      sharpnessRatio:
        sharpness === null || this.#sharpness === null || this.#sharpness === 0
          ? null
          : sharpness / this.#sharpness,
      jitterBefore: null,
      jitterAfter: null,
      flaws: null,
    };
  }

  /** Measures the flaws of a swapped frame by the mesh found in it. */
  #measureFlaws(frame: I420Frame, mesh: Float32Array): FaceFlaws | null {
    const { frame: photo, landmarks } = this.#source;
    const before = this.#meshBefore;
    return before === null
      ? null
      : {
          turnDegrees: measureTurn(landmarks, before),
          foreheadTexture: measureForehead(frame, before),
          cheekDifference: measureCheekDifference(photo, landmarks),
          foreheadShade: measureForeheadShade(photo, landmarks),
          eyeOffset: measureEyeOffset(before, mesh),
          bridgeContrast: measureBridge(photo, landmarks),
          targetGlasses: this.#targetGlasses,
        };
  }

  /** Ends a sample, and schedules the next one. */
  #close(): void {
    if (this.#sample !== null) {
      this.#sample.jitterBefore = this.#jitterBefore.read();
      this.#sample.jitterAfter = this.#jitterAfter.read();
      this.#samples.push(this.#sample);
    }
    if (this.#samples.length > MAX_SAMPLES) {
      this.#samples.splice(
        0,
        this.#samples.length,
        ...this.#samples.filter((_, index) => index % 2 === 0),
      );
      this.#interval *= 2;
    }
    this.#sample = null;
    this.#seen = 0;
    this.#jitterBefore.reset();
    this.#jitterAfter.reset();
    this.#nextFrame = this.#frames + this.#interval;
  }

  /** Uses the region of the tracked face before and after, so that both results are comparable. */
  #locateLandmarks(frame: I420Frame, face: MeasuredFace): Promise<Float32Array> {
    setRegionOfMesh(this.#region, face.landmarks);
    return this.#meter.locate(frame, this.#region);
  }
}
