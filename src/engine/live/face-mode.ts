import type { FaceSource } from '../face/source/face-source.ts';
import { createFaceSwapper } from '../face/draw/face-swapper.ts';
import type { ModeDependencies, ModeRenderer } from './mode-renderer.ts';

/** Minimum alpha of the swap: below it the real face would show through. */
const WHOLLY = 0.98;
const SEEN = 0.5;

/** Creates the mode that shows the character's face on the streamer's head. */
export function createFaceMode(
  source: FaceSource,
  { blur, scene }: ModeDependencies,
): ModeRenderer {
  const swapper = createFaceSwapper(source);
  return {
    mode: 'face',
    needsPeople: false,
    draw({ frame, people }, { faces, hidden }, { timestampUs, background }) {
      for (const area of hidden) {
        blur.hide(frame, area, 1);
      }
      for (const { area, uncertainty } of faces) {
        if (uncertainty > 0) {
          blur.hide(frame, area, uncertainty);
        }
      }
      let isSeen = false;
      for (const { face, uncertainty, area } of faces) {
        const shown = swapper.swap(frame, face, timestampUs);
        if (shown < WHOLLY && uncertainty < 1) {
          blur.hide(frame, area, 1);
        } else {
          isSeen ||= shown >= SEEN;
        }
      }
      if (background.kind !== 'keep') {
        scene.replaceGround(frame, people, background);
      }
      return isSeen ? 'seen' : 'hidden';
    },
  };
}
