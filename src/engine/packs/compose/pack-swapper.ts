/**
 * Swaps the face of a source onto a tracked face with the user's models, in place: aligned face -> swapper -> mask
 * (outline of the face × masks of swapper and occluders) -> composite into the frame -> crop aligned for the restorer
 * -> restorer -> composite with the same mask. Colours are RGB inside the square of the face only; pixels outside the
 * mask do not change.
 */
import { invariant } from '../../../base/errors.ts';
import { smoothstep } from '../../vision/math.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { listTensor } from '../run/tensors.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { createOcclusion } from '../run/occlusion.ts';
import type { PackSession } from '../run/pack-session.ts';
import type { PackSource } from '../run/prepare-source.ts';
import { createDrawnModel, type DetailFactor } from './drawn-model.ts';
import { createMaskPlane } from './mask-planes.ts';

/** Face swapper of packs. Calls must not overlap. */
export interface PackSwapper {
  /**
   * Swaps the source onto a face of a frame, in place. Returns the alpha of the swap, 0..1; 0 when the frame did not
   * change. Throws `processing_failed` when a model fails, and the reason of `signal` as soon as it fires; the frame
   * may then be incomplete.
   */
  swap(frame: I420Frame, face: PackFace, signal?: AbortSignal): Promise<number>;
}

/** Facts of a face that a swapper needs. */
export type PackFace = Pick<TrackedFace, 'confidence' | 'landmarks' | 'pose' | 'box'>;

/** Loaded packs of a swap. */
export interface SwapModels {
  readonly swapper: PackSession;
  readonly restorer: PackSession | null;
  /** Occluders and parsers; the face is the intersection of their masks. */
  readonly occluders: readonly PackSession[];
}

/** Strength settings of packs. */
export interface PackStrength {
  /**
   * Crops the face at 2 or 4 times the swapper's edge, for 4 or 16 times the work: for small swappers and large faces.
   * 1 by default.
   */
  readonly detail?: DetailFactor | undefined;
  /** Alpha of the restored face, 0..1; 0.8 by default. */
  readonly restorerBlend?: number | undefined;
  /**
   * Fidelity of restorers that have one: 0 gives the clearest image, 1 the one closest to the input; 0.5 by default.
   */
  readonly restorerFidelity?: number | undefined;
}

/** Yaw (radians) over which the swap fades out: a face turned further shows no second eye to align by. */
const YAW_FADE = [1.15, 1.45] as const;
const CONFIDENCE_FADE = [0.5, 0.7] as const;
/** Minimum width of a face in pixels: smaller faces have no detail to swap. */
const SMALLEST_FACE = 12;

/** Creates a swapper of a source; the packs stay open and belong to the caller. */
export function createPackSwapper(
  models: SwapModels,
  source: PackSource,
  { detail = 1, restorerBlend = 0.8, restorerFidelity = 0.5 }: PackStrength = {},
): PackSwapper {
  const mask = createMaskPlane();
  const swap = createDrawnModel(models.swapper, detail);
  const occlusions = models.occluders.map((session) => createOcclusion(session));
  const restore = models.restorer === null ? null : createDrawnModel(models.restorer);
  const weight = models.restorer?.pack.found.signature.weight ?? null;
  let isBusy = false;
  return {
    async swap(frame, face, signal) {
      const strength = isInFrame(frame, face) ? computeStrength(face) : 0;
      if (strength === 0) {
        return 0;
      }
      invariant(!isBusy, 'a swapper of packs does one face at a time');
      isBusy = true;
      try {
        swap.crop(frame, face.landmarks);
        const { region } = swap;
        mask.reset(face.landmarks, region);
        for (const occlusion of occlusions) {
          await occlusion.find(frame, region, signal);
          mask.intersect(occlusion.values, occlusion.size);
        }
        const own = await swap.run(() => source.createFeeds(), signal);
        if (own !== null) {
          mask.intersect(own, swap.size);
        }
        swap.draw(frame, { values: mask.values, region, strength });
        if (restore !== null && restorerBlend > 0) {
          restore.crop(frame, face.landmarks);
          await restore.run(
            () =>
              weight === null ? {} : { [weight.name]: listTensor(weight, [restorerFidelity]) },
            signal,
          );
          restore.draw(frame, { values: mask.values, region, strength: strength * restorerBlend });
        }
        return strength;
      } finally {
        isBusy = false;
      }
    },
  };
}

function isInFrame({ width, height }: I420Frame, { box }: PackFace): boolean {
  return (
    box.left < width && box.top < height && box.left + box.width > 0 && box.top + box.height > 0
  );
}

function computeStrength({ confidence, pose, box }: PackFace): number {
  if (box.width < SMALLEST_FACE) {
    return 0;
  }
  return (
    smoothstep(...CONFIDENCE_FADE, confidence) * (1 - smoothstep(...YAW_FADE, Math.abs(pose.yaw)))
  );
}
