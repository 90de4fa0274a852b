import type { FaceSource } from '../face/face-source.ts';
import { createFaceSwapper } from '../face/face-swapper.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { Verdict } from './guard/guard.ts';
import type { Veil } from './guard/veil.ts';

/** Puts the character on the faces of frames in one of the modes. */
export interface ModeRenderer {
  /** Changes a frame in place; everything its verdict hides is hidden. Returns whether the character is to be seen. */
  draw(frame: I420Frame, verdict: Verdict, timestampUs: number): boolean;
}

/** Less of the character than this lets the real face through. */
const WHOLLY = 0.98;

/** The face of the character on the head of the streamer. */
export function createFaceMode(source: FaceSource, veil: Veil): ModeRenderer {
  const swapper = createFaceSwapper(source);
  return {
    draw(frame, { faces, hidden }, timestampUs) {
      for (const { area, amount } of hidden) {
        veil.hide(frame, area, amount);
      }
      let isSeen = false;
      for (const { face, doubt, area } of faces) {
        const shown = swapper.swap(frame, face, timestampUs);
        if (shown < WHOLLY && doubt < 1) {
          veil.hide(frame, area, 1);
        } else {
          isSeen ||= shown >= 0.5;
        }
      }
      return isSeen;
    },
  };
}
