import {
  createSkinColours,
  createSkinField,
  type SkinColours,
} from '../../face/draw/skin-field.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';

/** Samples the skin colours of a face into new memory. */
export type SkinReader = (
  frame: I420Frame,
  face: { readonly landmarks: Float32Array; readonly box: Readonly<FaceBox> },
) => SkinColours;

/** Creates a reader for meshes with the topology of the canonical face. */
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
