import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { Figure } from '../character/figure.ts';
import type { AllowedFace } from '../guard/guard.ts';
import type { ModeParts, ModeRenderer } from '../mode-renderer.ts';
import { markHead } from '../scene/scene.ts';
import { createPuppet, type PuppetPart } from './puppet.ts';

/** Below the middle of a head (centimetres) its neck begins, which stays when the head alone is replaced. */
const NECK_FROM_CM = 9;

/** The head of the character, or all that its picture shows, in place of the streamer's. */
export function createPuppetMode(
  {
    figure,
    face,
    part,
  }: { readonly figure: Figure; readonly face: CanonicalFace; readonly part: PuppetPart },
  { veil, scene }: ModeParts,
): ModeRenderer {
  const puppet = createPuppet(figure, face, part);
  let erased = new Uint8Array(0);
  return {
    mode: part,
    needsPeople: true,
    draw({ frame, people }, { faces, hidden }, { timestampUs, background }) {
      const main = findLargest(faces);
      if (main === null || !puppet.pose(frame, main.face, timestampUs)) {
        return 'unsafe';
      }
      if (erased.length !== people.person.length) {
        erased = new Uint8Array(people.person.length);
      }
      if (part === 'body') {
        erased.set(people.surely);
      } else {
        erased.fill(0);
      }
      for (const { area, amount } of hidden) {
        if (part === 'body') {
          markHead(erased, frame, { area, surely: people.surely });
        } else if (amount > 0) {
          veil.hide(frame, area, 1);
        }
      }
      for (const { area, face: other } of faces) {
        const below = part === 'head' ? NECK_FROM_CM * other.pose.scale : undefined;
        markHead(erased, frame, { area, surely: people.surely, below });
      }
      scene.erase(frame, people, { erased, background });
      puppet.lay(frame);
      return 'seen';
    },
  };
}

function findLargest(faces: readonly AllowedFace[]): AllowedFace | null {
  let largest: AllowedFace | null = null;
  for (const allowed of faces) {
    if (largest === null || allowed.face.box.width > largest.face.box.width) {
      largest = allowed;
    }
  }
  return largest;
}
