import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../../src/engine/track/face-embedder.ts';
import { mean } from '../../../src/engine/vision/math.ts';
import type { SeenLips } from '../../media/support/retrack-lips.ts';

/** Difference between a clip with other words and its original, in areas that must not change. */
export interface ClipDifference {
  /** Mean difference of luma beside the face, minus that of encoding alone. */
  readonly beside: number;
  /** The same at the eyes. */
  readonly eyes: number;
  readonly alike: { readonly mean: number; readonly min: number };
}

/** Parts of a face's box in which its eyes and brows are: across, and down. */
const EYES = [0.08, 0.92, 0.16, 0.42] as const;
/** Margin of the face's box, as a fraction of its size, beyond which no pixel belongs to the face. */
const BESIDE = 0.25;
const COMPARED_STEP = 8;

/** Compares frames of a clip, of its result, and of the clip encoded again. */
export async function compareClips(
  models: OpenedTrackerModels,
  {
    path,
    outputPath,
    coded,
  }: { readonly path: string; readonly outputPath: string; readonly coded: string },
  lips: readonly (SeenLips | null)[],
): Promise<ClipDifference> {
  const embedder = createFaceEmbedder(models.identity);
  const readers = await Promise.all([path, outputPath, coded].map((file) => openVideoReader(file)));
  const [beside, eyes] = [createDifference(isBeside), createDifference(isAtEyes)];
  const alike: number[] = [];
  for (const [index, seen] of lips.entries()) {
    const frames = await Promise.all(readers.map((reader) => reader.next()));
    const [before, made, plain] = frames.map((frame) => frame?.planes);
    if (before === undefined || made === undefined || plain === undefined) {
      break;
    }
    if (seen !== null) {
      beside.add(before, made, plain, seen);
      eyes.add(before, made, plain, seen);
      if (index % COMPARED_STEP === 0) {
        const [one, other] = [before, made].map((frame) =>
          embedFace(embedder, frame, seen.mesh).slice(),
        );
        alike.push(cosineSimilarity(one!, other!));
      }
    }
    frames.forEach((frame, at) => {
      if (frame !== null) {
        readers[at]!.release(frame);
      }
    });
  }
  await Promise.all(readers.map((reader) => reader.close()));
  return {
    beside: beside.mean(),
    eyes: eyes.mean(),
    alike: { mean: mean(alike), min: Math.min(...alike) },
  };
}

/** Returns whether a position, in fractions of a face's box, belongs to the area. */
type Area = (across: number, down: number) => boolean;

const isBeside: Area = (across, down) =>
  across < -BESIDE || across > 1 + BESIDE || down < -BESIDE || down > 1 + BESIDE;

const isAtEyes: Area = (across, down) =>
  across > EYES[0] && across < EYES[1] && down > EYES[2] && down < EYES[3];

function createDifference(isWithin: Area) {
  let [sum, count] = [0, 0];
  return {
    add(before: I420Frame, made: I420Frame, plain: I420Frame, { box }: SeenLips): void {
      for (let row = 0; row < before.height; row += 2) {
        const down = (row - box.top) / box.height;
        for (let column = 0; column < before.width; column += 2) {
          if (isWithin((column - box.left) / box.width, down)) {
            const value = before.y[row * before.strideY + column]!;
            sum += Math.abs(value - made.y[row * made.strideY + column]!);
            sum -= Math.abs(value - plain.y[row * plain.strideY + column]!);
            count += 1;
          }
        }
      }
    },
    mean: (): number => sum / Math.max(1, count),
  };
}
