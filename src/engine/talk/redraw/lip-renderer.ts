/**
 * Changes the mouth of a frame. The frame is warped to the new mouth with jaw, chin and cheeks; then lips and their
 * inside are drawn over it, from frames of the clip or as a painted inside.
 */
import {
  createFacePatch,
  positionPatch,
  returnPatch,
  setDrawnArea,
} from '../../face/draw/face-patch.ts';
import { createFrameWarp } from '../../face/draw/frame-warp.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceBox } from '../../track/face-track.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { createLibraryPainter, type WeightedFace } from './library-painter.ts';
import { createMouthReshaper, type MouthTarget, type OwnMouth } from './reshape-mouth.ts';
import { createSkinReader } from './skin-reader.ts';

/** Face whose mouth is changed. */
export interface LipFace {
  readonly landmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
}

/** Source of the lips and the inside. */
export type LipContent =
  | { readonly kind: 'faces'; readonly faces: readonly WeightedFace[] }
  | {
      readonly kind: 'inside';
      /** Draws between the lips of a mesh in a frame. */
      readonly paint: (frame: I420Frame, mesh: Float32Array) => void;
    };

/** Draws on frames; must be closed. */
export interface LipRenderer {
  /** Changes a frame in place. Returns the mesh of the new mouth, which the next call overwrites. */
  render(
    frame: I420Frame,
    face: LipFace,
    task: {
      readonly own: OwnMouth;
      readonly target: Omit<MouthTarget, 'isExact'>;
      readonly content: LipContent;
    },
  ): Float32Array;
  close(): void;
}

/** Opens a renderer for meshes with the topology of the canonical face. */
export function openLipRenderer(canonicalFace: CanonicalFace): LipRenderer {
  const arena = openKernelArena();
  const warp = createFrameWarp(arena, canonicalFace);
  const patch = createFacePatch(arena);
  const reshape = createMouthReshaper(canonicalFace);
  const painter = createLibraryPainter(canonicalFace);
  const readSkin = createSkinReader(canonicalFace);

  function bend(frame: I420Frame, { landmarks, box }: LipFace, mesh: Float32Array): void {
    positionPatch(patch, frame, box);
    if (patch.width > 0 && patch.height > 0) {
      setDrawnArea(patch, mesh);
      warp.measure(patch, landmarks, mesh);
      warp.warpPlane(patch);
      returnPatch(patch, frame);
    }
  }

  return {
    render(frame, face, { own, target, content }) {
      const isInside = content.kind === 'inside';
      const mesh = reshape(face, own, { ...target, isExact: isInside });
      // Skin is sampled before the warp.
      const skin = readSkin(frame, face);
      bend(frame, face, mesh);
      if (content.kind === 'inside') {
        content.paint(frame, mesh);
      } else {
        painter.paint(frame, content.faces, { mesh, skin, visible: target.visible });
      }
      return mesh;
    },
    close: () => arena.close(),
  };
}
