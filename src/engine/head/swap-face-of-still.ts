import { createFaceSwapper } from '../face/draw/face-swapper.ts';
import { type FaceSource, prepareSource } from '../face/source/face-source.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { noHands } from '../track/face-track.ts';
import { cutFacePart } from './face-part.ts';
import type { ImageFace } from './head-view.ts';

/** Margin around the face that is converted, as a fraction of its size. */
const MARGIN = 0.15;

/**
 * Swaps the face of one image into another, and leaves hair and outline. Returns a copy of `target` in which only
 * pixels of the face differ, and what became of glasses in the source; null if the face is turned too far.
 */
export function swapFaceOfStill(
  source: { readonly image: RgbaImage; readonly face: ImageFace },
  target: { readonly image: RgbaImage; readonly face: ImageFace },
  canonicalFace: CanonicalFace,
): { readonly image: RgbaImage; readonly glasses: FaceSource['glasses'] } | null {
  const { image, face } = target;
  const part = cutFacePart(image, face, MARGIN);
  const prepared = prepareSource(source.image, source.face, canonicalFace);
  const swapper = createFaceSwapper(prepared);
  const strength = swapper.swap(part.frame, {
    ...part.face,
    id: 1,
    isNew: true,
    hands: noHands,
  });
  swapper.close();
  return strength < 0.5 ? null : { image: part.apply(), glasses: prepared.glasses };
}
