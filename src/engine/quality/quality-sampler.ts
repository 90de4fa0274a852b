/**
 * Looks at a few frames of a result before and after the swap, with the networks of a tracker:
 *
 *   waiting --a frame with a face is due--> first of three frames --next--> second --next--> third: waiting
 *                                            likeness, sharpness                              jitter
 *
 * A frame is due every {@link INTERVAL_FRAMES}; a long video is looked at more rarely, so that its
 * samples are spread over all of it and their number stays bounded.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion } from '../pixels/region.ts';
import { likenessOf } from '../track/face-embedder.ts';
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
  measureTargetGlasses,
  measureTurn,
} from './face-flaws.ts';
import { summariseQuality, type QualitySample, type ResultQuality } from './result-quality.ts';
import { measureSharpness } from './sharpness.ts';
import { createJitterMeter } from './jitter-meter.ts';

/** Measures a result while it is made. Frames are only read; where it answers later, they must not be changed until then. */
export interface QualitySampler {
  /** Call before a frame is changed, with the face that will be swapped (the most important of several). */
  before(frame: I420Frame, face: MeasuredFace): Promise<void> | undefined;
  /** Call for every frame when it is done; `shown` is how much of a swapped face is to be seen, 0..1. */
  after(frame: I420Frame, shown: number): Promise<void> | undefined;
  /** What was measured so far. */
  summarise(): ResultQuality;
  /** What that comes from: {@link summariseQuality} puts those of several parts of a video together. */
  samples(): readonly QualitySample[];
}

/** What a sampler has to know of a face. */
export type MeasuredFace = Pick<TrackedFace, 'id' | 'isNew' | 'landmarks' | 'box'>;

/** The face of the source in its photo; see `TrackedFace` for the landmarks. */
export interface MeasuredSource {
  readonly frame: I420Frame;
  readonly landmarks: Float32Array;
}

/**
 * A sample is two embeddings and six meshes, about 34 ms of one core; with 10 ms of work per frame every
 * 150th frame costs 2.3 %.
 */
const INTERVAL_FRAMES = 150;
/** The first frame that is looked at: faces have settled, short clips still have it. */
const FIRST_FRAME = 4;
/** When to look again after a frame that could not be judged. */
const RETRY_FRAMES = 30;
/** With more samples every second one is dropped and the interval doubled. */
const MAX_SAMPLES = 24;
/** Frames in a row that are looked at. */
const FRAMES_PER_SAMPLE = 3;
/** A face that is faded out further is no result to judge. */
const MIN_SHOWN = 0.5;

/** A sampler for the result of one job. Stills are given `before` and `after` once. */
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
  /** The face of a sample that is being taken, and how many frames of it were seen. */
  #faceId = 0;
  #seen = 0;
  #sharpness: number | null = null;
  #targetGlasses = 0;
  #sample: QualitySample | null = null;
  #meshBefore: Float32Array | null = null;
  /** Made with the first sample. */
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
      this.#targetGlasses = measureTargetGlasses(frame, face.landmarks);
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
      toSource: likenessOf(embedding, source),
      toTarget: likenessOf(embedding, this.#targetEmbedding ?? embedding),
      sharpnessRatio:
        sharpness === null || this.#sharpness === null || this.#sharpness === 0
          ? null
          : sharpness / this.#sharpness,
      jitterBefore: null,
      jitterAfter: null,
      flaws: null,
    };
  }

  /** What a frame after the swap shows, by the mesh that was found in it. */
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

  /** Ends a sample, and says when the next one is due. */
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

  /** The same look before and after: the region is that of the face, not of what was found. */
  #locateLandmarks(frame: I420Frame, face: MeasuredFace): Promise<Float32Array> {
    setRegionOfMesh(this.#region, face.landmarks);
    return this.#meter.locate(frame, this.#region);
  }
}
