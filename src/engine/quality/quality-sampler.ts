/**
 * Looks at a few frames of a result before and after the swap, with the networks of the tracker:
 *
 *   waiting --a frame with a face is due--> first of three frames --next--> second --next--> third: waiting
 *                                            likeness, sharpness                              trembling
 *
 * A frame is due every {@link INTERVAL_FRAMES}; a long video is looked at more rarely, so that its
 * samples are spread over all of it and their number stays bounded.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { createRegion } from '../pixels/region.ts';
import { createFaceEmbedder, EMBEDDING_SIZE, likenessOf } from '../track/face-embedder.ts';
import { setRegionOfMesh } from '../track/face-region.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { TrackerModels } from '../track/face-tracker.ts';
import { createMeshLandmarker } from '../track/mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../track/mesh-points.ts';
import { summariseQuality, type QualitySample, type ResultQuality } from './result-quality.ts';
import { measureSharpness } from './sharpness.ts';
import { createTremblingMeter } from './trembling.ts';

/** Measures a result while it is made. Frames are only read. */
export interface QualitySampler {
  /** Call before a frame is changed, with the face that will be swapped (the most important of several). */
  before(frame: I420Frame, face: MeasuredFace): void;
  /** Call for every frame when it is done; `shown` is how much of a swapped face is to be seen, 0..1. */
  after(frame: I420Frame, shown: number): void;
  /** What was measured so far. */
  summarise(): ResultQuality;
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

/**
 * A sampler for the result of one job. The networks must not be run by others between a call and its
 * return. Stills are given `before` and `after` once.
 */
export function createQualitySampler(
  models: Pick<TrackerModels, 'identity' | 'mesh'>,
  source: MeasuredSource,
  { isStill = false }: { readonly isStill?: boolean | undefined } = {},
): QualitySampler {
  return new SparseSampler(models, source, isStill ? 1 : FIRST_FRAME);
}

class SparseSampler implements QualitySampler {
  readonly #embedder;
  readonly #landmarker;
  readonly #sourceEmbedding = new Float32Array(EMBEDDING_SIZE);
  readonly #targetEmbedding = new Float32Array(EMBEDDING_SIZE);
  readonly #embedding = new Float32Array(EMBEDDING_SIZE);
  readonly #region = createRegion();
  readonly #mesh = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
  readonly #tremblingBefore = createTremblingMeter(MESH_POINT_COUNT * 3);
  readonly #tremblingAfter = createTremblingMeter(MESH_POINT_COUNT * 3);
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
  #sample: QualitySample | null = null;

  constructor(
    models: Pick<TrackerModels, 'identity' | 'mesh'>,
    source: MeasuredSource,
    firstFrame: number,
  ) {
    this.#embedder = createFaceEmbedder(models.identity);
    this.#landmarker = createMeshLandmarker(models.mesh);
    this.#embedder.embed(source.frame, source.landmarks, this.#sourceEmbedding);
    this.#nextFrame = firstFrame;
  }

  before(frame: I420Frame, face: MeasuredFace): void {
    if (this.#frames + 1 < this.#nextFrame) {
      return;
    }
    if (this.#seen > 0 && (face.id !== this.#faceId || face.isNew)) {
      this.#close();
      return;
    }
    this.#face = face;
    this.#faceId = face.id;
    if (this.#seen === 0) {
      this.#embedder.embed(frame, face.landmarks, this.#targetEmbedding);
      this.#sharpness = measureSharpness(frame, face.box);
    }
    this.#tremblingBefore.add(this.#place(frame, face));
  }

  after(frame: I420Frame, shown: number): void {
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
      this.#tremblingBefore.reset();
      return;
    }
    if (this.#seen === 0) {
      this.#take(frame, face);
    }
    this.#seen += 1;
    this.#tremblingAfter.add(this.#place(frame, face));
    if (this.#seen === FRAMES_PER_SAMPLE) {
      this.#close();
    }
  }

  summarise(): ResultQuality {
    const samples = this.#sample === null ? this.#samples : [...this.#samples, this.#sample];
    return summariseQuality(samples, { frames: this.#frames, swapped: this.#swapped });
  }

  #take(frame: I420Frame, face: MeasuredFace): void {
    this.#embedder.embed(frame, face.landmarks, this.#embedding);
    const sharpness = measureSharpness(frame, face.box);
    this.#sample = {
      toSource: likenessOf(this.#embedding, this.#sourceEmbedding),
      toTarget: likenessOf(this.#embedding, this.#targetEmbedding),
      sharpnessRatio:
        sharpness === null || this.#sharpness === null || this.#sharpness === 0
          ? null
          : sharpness / this.#sharpness,
      tremblingBefore: null,
      tremblingAfter: null,
    };
  }

  /** Ends a sample, and says when the next one is due. */
  #close(): void {
    if (this.#sample !== null) {
      this.#sample.tremblingBefore = this.#tremblingBefore.read();
      this.#sample.tremblingAfter = this.#tremblingAfter.read();
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
    this.#tremblingBefore.reset();
    this.#tremblingAfter.reset();
    this.#nextFrame = this.#frames + this.#interval;
  }

  /** The same look before and after: the region is that of the face, not of what was found. */
  #place(frame: I420Frame, face: MeasuredFace): Float32Array {
    setRegionOfMesh(this.#region, face.landmarks);
    this.#landmarker.place(frame, this.#region, this.#mesh);
    return this.#mesh;
  }
}
