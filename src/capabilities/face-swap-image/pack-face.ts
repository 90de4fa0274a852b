import { cutFacePart } from '../../engine/head/face-part.ts';
import { findHeads, findTargetHeads, type HeadCentre } from '../../engine/head/find-heads.ts';
import type { OpenedPacks } from '../../engine/packs/open-packs.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';

/** Margin around the face in face sizes: the crops of models reach this far. */
const MARGIN = 1;
/** Minimum alpha of a swap: below it the face would look like a ghost. */
const MIN_SHOWN = 0.5;

/** Request to swap a face of a still with packs. */
export interface PackFaceRequest {
  readonly image: RgbaImage;
  /** Photo of the new face. */
  readonly source: RgbaImage;
  /** Position of the face; undefined for the main person. */
  readonly at: HeadCentre | undefined;
  readonly models: FaceModels;
  readonly packs: OpenedPacks;
  readonly signal: AbortSignal;
}

/**
 * Swaps a face of a still with packs; other pixels keep their bytes. Returns null when the face is turned too far for
 * the packs.
 */
export async function drawPackFace(request: PackFaceRequest): Promise<RgbaImage | null> {
  const { image, source, at, models, packs, signal } = request;
  const { landmarks } = findHeads(source, models, 'source').main;
  const prepared = await packs.prepareSource([{ frame: toI420(source), landmarks }]);
  signal.throwIfAborted();
  const { main } = findTargetHeads(image, models, at);
  const part = cutFacePart(image, main, MARGIN);
  const shown = await packs.createSwapper(prepared).swap(part.frame, part.face, signal);
  return shown < MIN_SHOWN ? null : part.apply();
}
