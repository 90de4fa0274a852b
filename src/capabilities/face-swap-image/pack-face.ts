import { cutFacePart } from '../../engine/head/face-part.ts';
import { findHeads } from '../../engine/head/find-heads.ts';
import type { OpenedPacks } from '../../engine/packs/open-packs.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';

/** The squares that models see reach beyond the face by about its size. */
const MARGIN = 1;
/** A face that shows less is more a ghost than a face. */
const LEAST_SHOWN = 0.5;

/** A still whose main face packs swap. */
export interface PackFaceRequest {
  readonly picture: RgbaImage;
  /** Photo of whose face it becomes. */
  readonly source: RgbaImage;
  readonly models: FaceModels;
  readonly packs: OpenedPacks;
  readonly signal: AbortSignal;
}

/**
 * Swaps the main face of a still with packs; what they leave alone keeps its bytes. Null when they left the
 * whole picture alone: the face is turned too far aside for them.
 */
export async function drawPackFace(request: PackFaceRequest): Promise<RgbaImage | null> {
  const { picture, source, models, packs, signal } = request;
  const { landmarks } = findHeads(source, models, 'source').main;
  const prepared = await packs.prepareSource([{ frame: toI420(source), landmarks }]);
  signal.throwIfAborted();
  const { main } = findHeads(picture, models, 'target');
  const part = cutFacePart(picture, main, MARGIN);
  const shown = await packs.createSwapper(prepared).swap(part.frame, part.face, signal);
  return shown < LEAST_SHOWN ? null : part.apply();
}
