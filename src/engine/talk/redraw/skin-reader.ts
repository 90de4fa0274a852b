import {
  createSkinColours,
  createSkinField,
  type SkinColours,
} from '../../face/draw/skin-field.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';

/** Reads the light on the skin of a face, into memory of its own. */
export type SkinReader = (
  frame: I420Frame,
  face: { readonly landmarks: Float32Array; readonly box: Readonly<FaceBox> },
) => SkinColours;

/** A reader for meshes like a canonical face. */
export function createSkinReader(canonicalFace: CanonicalFace): SkinReader {
  const field = createSkinField(canonicalFace);
  const sampled = createSkinColours();
  const likeness = new Float32Array(MESH_POINT_COUNT);
  return (frame, { landmarks, box }) => {
    const skin = createSkinColours();
    field.sample(frame, { points: landmarks, step: 3, faceWidth: box.width }, sampled);
    field.smooth(sampled, skin, likeness);
    return skin;
  };
}
