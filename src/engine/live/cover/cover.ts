import { fileURLToPath } from 'node:url';
import { readStill } from '../../io/stills.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import type { Veil } from '../guard/veil.ts';
import type { CoverKind } from '../live-swap.ts';
import { copyPicture, isAlike } from '../pictures.ts';
import { fitCard } from './fit-card.ts';

/** Covers frames at once. */
export interface Cover {
  /** Leaves nothing of a frame that could tell who is in it. */
  draw(frame: I420Frame, kind: CoverKind): void;
  /** Makes what a cover needs for frames like this one, so that it is there when it is needed. */
  prepare(frame: I420Frame, kind: CoverKind): void;
}

/** Drawn from `cover-card.svg` beside it. */
const cardPath = fileURLToPath(
  new URL('../../../../resources/live/cover-card.webp', import.meta.url),
);

/** Reads the card. */
export async function openCover(veil: Veil): Promise<Cover> {
  return createCover(await readStill(cardPath), veil);
}

function createCover(card: RgbaImage, veil: Veil): Cover {
  let fitted: I420Frame | null = null;

  const cardFor = (frame: I420Frame): I420Frame => {
    if (fitted === null || !isAlike(fitted, frame)) {
      fitted = fitCard(card, frame);
    }
    return fitted;
  };

  return {
    draw(frame, kind) {
      if (kind === 'card') {
        copyPicture(cardFor(frame), frame);
      } else {
        veil.cover(frame);
      }
    },
    prepare(frame, kind) {
      // It takes 0.1 s, which a session that only ever blurs need not wait for.
      if (kind === 'card') {
        cardFor(frame);
      }
    },
  };
}
