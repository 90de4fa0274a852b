import { cutFacePart } from '../../engine/head/face-part.ts';
import { findHeads, findTargetHeads, type HeadCentre } from '../../engine/head/find-heads.ts';
import type { OpenedPacks } from '../../engine/packs/open-packs.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';

/** The squares that models see reach beyond the face by about its size. */
const MARGIN = 1;
/** A face that shows less is more a ghost than a face. */
const MIN_SHOWN = 0.5;

/** A still of which packs swap a face. */
export interface PackFaceRequest {
  readonly picture: RgbaImage;
  /** Photo of whose face it becomes. */
  readonly source: RgbaImage;
  /** Where the face is; undefined for that of whom the picture is about. */
  readonly at: HeadCentre | undefined;
  readonly models: FaceModels;
  readonly packs: OpenedPacks;
  readonly signal: AbortSignal;
}

/**
 * Swaps a face of a still with packs; what they leave alone keeps its bytes. Null when they left the
 * whole picture alone: the face is turned too far aside for them.
 */
export async function drawPackFace(request: PackFaceRequest): Promise<RgbaImage | null> {
  const { picture, source, at, models, packs, signal } = request;
  const { landmarks } = findHeads(source, models, 'source').main;
  const prepared = await packs.prepareSource([{ frame: toI420(source), landmarks }]);
  signal.throwIfAborted();
  const { main } = findTargetHeads(picture, models, at);
  const part = cutFacePart(picture, main, MARGIN);
  const shown = await packs.createSwapper(prepared).swap(part.frame, part.face, signal);
  return shown < MIN_SHOWN ? null : part.apply();
}
