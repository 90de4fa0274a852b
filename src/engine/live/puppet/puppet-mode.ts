import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { CharacterArms } from '../character-arms.ts';
import type { CharacterCutout } from '../character/character-cutout.ts';
import type { AllowedFace } from '../guard/face-guard.ts';
import type { HeadArea } from '../head-area.ts';
import type { ModeDependencies, ModeRenderer } from '../mode-renderer.ts';
import type { LiveFrame } from '../frame-pool.ts';
import { markHead } from '../scene/scene.ts';
import { createPuppet, type PuppetPart } from './puppet.ts';

/** Half width of the neck that remains when only the head is replaced. */
const NECK_HALF_CM = 5.5;
/** Distance above the new chin at which erasing ends: the streamer's own neck continues below. */
const ABOVE_CHIN_CM = 4;

/** Creates the mode that shows the character's head or body in place of the streamer's. */
export function createPuppetMode(
  {
    cutout,
    face,
    part,
    arms = null,
  }: {
    readonly cutout: CharacterCutout;
    readonly face: CanonicalFace;
    readonly part: PuppetPart;
    /** Arms that move on their own; the cutout excludes them. */
    readonly arms?: CharacterArms | null;
  },
  { blur, scene }: ModeDependencies,
): ModeRenderer {
  const puppet = createPuppet(cutout, face, part);
  let erased = new Uint8Array(0);

  /** Other people are erased beside a body, and blurred beside a head. */
  const eraseHead = ({ frame, people }: LiveFrame, area: HeadArea): void => {
    if (part === 'body') {
      markHead(erased, frame, { area, dilated: people.dilated });
    } else {
      blur.hide(frame, area, 1);
    }
  };

  return {
    mode: part,
    needsPeople: true,
    draw(liveFrame, { faces, hidden }, { timestampUs, background }) {
      const { frame, people } = liveFrame;
      const main = findLargest(faces);
      if (main === null || !puppet.pose(liveFrame, main.face, timestampUs)) {
        return 'unsafe';
      }
      arms?.observe(frame, main.face, timestampUs);
      if (erased.length !== people.person.length) {
        erased = new Uint8Array(people.person.length);
      }
      if (part === 'body') {
        erased.set(people.dilated);
      } else {
        erased.fill(0);
      }
      for (const area of hidden) {
        eraseHead(liveFrame, area);
      }
      for (const allowed of faces) {
        if (allowed !== main) {
          eraseHead(liveFrame, allowed.area);
        }
      }
      markHead(erased, frame, {
        area: main.area,
        dilated: people.dilated,
        neck: part === 'head' ? findNeck(main, puppet.chin) : undefined,
      });
      scene.erase(frame, people, { erased, background });
      puppet.composite(frame);
      arms?.composite(frame, puppet);
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

/** Returns the start of the neck, below the head's centre along its axis, and its half width; in pixels. */
function findNeck(
  { area, face }: AllowedFace,
  chin: { readonly x: number; readonly y: number },
): { readonly from: number; readonly half: number } {
  const { centreX, centreY, rotation } = area;
  const along = (chin.y - centreY) * Math.cos(rotation) - (chin.x - centreX) * Math.sin(rotation);
  const perCm = face.pose.scale;
  return { from: along - ABOVE_CHIN_CM * perCm, half: NECK_HALF_CM * perCm };
}
