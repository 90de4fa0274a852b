import type { I420Frame } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { cosineSimilarity } from '../../track/face-embedder.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import { resizeRaster } from '../../reimagine/raster/resize-raster.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { BodyFrame } from '../joints.ts';
import type { CharacterStill } from './character-still.ts';

/** Likeness of the faces in a result. */
export interface LikenessMetrics {
  /**
   * Mean cosine similarity of the result's embeddings with the character and with the driver, -1..1; null if no face
   * was measured.
   */
  readonly toCharacter: number | null;
  readonly toDriver: number | null;
  /**
   * Mean similarity of the character and the driver, as a reference for two different people. The still is reduced to
   * the size of the driver's face, because small faces are more alike.
   */
  readonly strangers: number | null;
}

/** The still of a character with its face. */
interface MeasuredStill extends Pick<CharacterStill, 'image'> {
  readonly face: TrackedFace;
}

/** Target for the number of evenly spaced frames that are measured. */
const MAX_CHECKS = 8;

/** Measures in some frames of a result whether the face is the character's, and not the driver's. */
export class LikenessCheck {
  readonly #meter: FaceMeter;
  readonly #still: MeasuredStill;
  /** Embeddings of the still's face by the size of the reduced still in pixels. */
  readonly #reduced = new Map<string, Promise<Float32Array>>();
  readonly #frames: readonly BodyFrame[];
  readonly #every: number;
  readonly #likenesses: {
    readonly own: number;
    readonly driver: number;
    readonly strangers: number;
  }[] = [];

  constructor(meter: FaceMeter, still: MeasuredStill, frames: readonly BodyFrame[]) {
    this.#meter = meter;
    this.#still = still;
    this.#frames = frames;
    this.#every = Math.max(1, Math.floor(frames.length / MAX_CHECKS));
  }

  /**
   * Measures a frame before and after the swap if it is one of the samples. Neither may change until the promise
   * resolves.
   */
  async add(index: number, before: I420Frame, after: I420Frame): Promise<void> {
    const face = this.#frames[index]?.face ?? null;
    if (face === null || index % this.#every !== 0) {
      return;
    }
    const [x, y] = [face.box.left + face.box.width / 2, face.box.top + face.box.height / 2];
    const found = await this.#meter.find(after);
    const drawn = found.find(
      ({ box }) =>
        Math.abs(box.left + box.width / 2 - x) < face.box.width &&
        Math.abs(box.top + box.height / 2 - y) < face.box.height,
    );
    if (drawn === undefined) {
      return;
    }
    const driver = await this.#meter.embed(before, face.landmarks);
    const result = await this.#meter.embed(after, drawn.landmarks);
    this.#likenesses.push({
      own: cosineSimilarity(result, await this.#embedStill(this.#still.face.pose.scale)),
      driver: cosineSimilarity(result, driver),
      strangers: cosineSimilarity(driver, await this.#embedStill(face.pose.scale)),
    });
  }

  /** Returns the embedding of the still reduced to a scale of its face, in pixels per centimetre; never enlarged. */
  #embedStill(scale: number): Promise<Float32Array> {
    const { image, face } = this.#still;
    const ratio = Math.min(1, scale / face.pose.scale);
    const [width, height] = [toEven(image.width * ratio), toEven(image.height * ratio)];
    const key = `${width}x${height}`;
    const known = this.#reduced.get(key) ?? this.#embedReduced({ width, height });
    this.#reduced.set(key, known);
    return known;
  }

  #embedReduced(size: { readonly width: number; readonly height: number }): Promise<Float32Array> {
    const { image, face } = this.#still;
    const [across, down] = [size.width / image.width, size.height / image.height];
    const isWhole = size.width === image.width && size.height === image.height;
    const reduced = isWhole ? image : resizeRaster(image, size);
    return this.#meter.embed(
      toI420(reduced),
      face.landmarks.map((value, at) => value * (at % 3 === 1 ? down : across)),
    );
  }

  summarise(): LikenessMetrics {
    const meanOf = (values: readonly number[]): number | null =>
      values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      toCharacter: meanOf(this.#likenesses.map(({ own }) => own)),
      toDriver: meanOf(this.#likenesses.map(({ driver }) => driver)),
      strangers: meanOf(this.#likenesses.map(({ strangers }) => strangers)),
    };
  }
}

function toEven(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
