/**
 * Puts the face of a source on a tracked face with the models of the user, in the frame itself:
 *
 *   face aligned -> swapper -> mask: outline of the face, what the swapper and the occluders leave
 *     -> drawn into the frame -> aligned for the restorer -> restorer -> drawn with the same mask
 *
 * Colours are RGB inside the square of the face only; nothing outside the mask is touched.
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

/** Swaps faces with packs. One call at a time: the next one starts when the one before has ended. */
export interface PackSwapper {
  /**
   * Puts the source on a face of a frame, in place. Returns how much of it is to be seen, 0..1; 0 when
   * the frame was left as it is. Throws `processing_failed` when a model fails and the
   * reason of `signal` as soon as it fires; the frame may then be half done.
   */
  swap(frame: I420Frame, face: PackFace, signal?: AbortSignal): Promise<number>;
}

/** What a swapper has to know of a face. */
export type PackFace = Pick<TrackedFace, 'confidence' | 'landmarks' | 'pose' | 'box'>;

/** The loaded packs of a swap. */
export interface SwapModels {
  readonly swapper: PackSession;
  readonly restorer: PackSession | null;
  /** Occluders and parsers; what all of them call face is face. */
  readonly occluders: readonly PackSession[];
}

/** How strongly packs work. */
export interface PackStrength {
  /**
   * Takes the face 2 or 4 times as large as the swapper sees it, for 4 or 16 times the work: for small
   * swappers and large faces. 1 by default.
   */
  readonly detail?: DetailFactor | undefined;
  /** How much of the restored face shows, 0..1; 0.8 by default. */
  readonly restorerBlend?: number | undefined;
  /** Fidelity of restorers that have one: 0 as clear as can be, 1 as true to the image as can be; 0.5 by default. */
  readonly restorerFidelity?: number | undefined;
}

/** A face turned further aside than this has no second eye to align by. */
const YAW_FADE = [1.15, 1.45] as const;
const CONFIDENCE_FADE = [0.5, 0.7] as const;
/** Faces narrower than this (pixels) have no detail to swap. */
const SMALLEST_FACE = 12;

/** A swapper of a source; the packs stay open and belong to the caller. */
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
      const strength = isInFrame(frame, face) ? strengthOf(face) : 0;
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
        const own = await swap.run(() => source.makeFeeds(), signal);
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

function strengthOf({ confidence, pose, box }: PackFace): number {
  if (box.width < SMALLEST_FACE) {
    return 0;
  }
  return (
    smoothstep(...CONFIDENCE_FADE, confidence) * (1 - smoothstep(...YAW_FADE, Math.abs(pose.yaw)))
  );
}
