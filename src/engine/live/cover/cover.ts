import { fileURLToPath } from 'node:url';
import { readStill } from '../../io/video/stills.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import type { PrivacyBlur } from '../guard/privacy-blur.ts';
import type { CoverKind } from '../live-swap.ts';
import { copyPlanes, hasSameLayout } from '../frame-pool.ts';
import { fitCard } from './fit-card.ts';

/** Privacy cover of frames. */
export interface Cover {
  /** Covers a frame so that nobody in it can be recognised. */
  draw(frame: I420Frame, kind: CoverKind): void;
  /** Prepares the cover for frames of this size and these colours, so that it is ready when needed. */
  prepare(frame: I420Frame, kind: CoverKind): void;
  /** Sets a JPEG, PNG or WebP file as the card; null restores the built-in card. Throws `unsupported_format`. */
  setCard(image: Uint8Array | null): Promise<void>;
}

/** Card rendered from `cover-card.svg`. */
const cardPath = fileURLToPath(
  new URL('../../../../resources/live/cover-card.webp', import.meta.url),
);

/** Creates the cover with the built-in card. */
export async function openCover(blur: PrivacyBlur): Promise<Cover> {
  return createCover(await readStill(cardPath), blur);
}

function createCover(usual: RgbaImage, blur: PrivacyBlur): Cover {
  let card = usual;
  let fitted: I420Frame | null = null;

  const cardFor = (frame: I420Frame): I420Frame => {
    if (fitted === null || !hasSameLayout(fitted, frame)) {
      fitted = fitCard(card, frame);
    }
    return fitted;
  };

  return {
    draw(frame, kind) {
      if (kind === 'blur') {
        blur.cover(frame);
      } else {
        copyPlanes(cardFor(frame), frame);
      }
    },
    prepare(frame, kind) {
      // Preparing the card takes 0.1 s, which a session that only blurs need not wait for.
      if (kind !== 'blur') {
        cardFor(frame);
      }
    },
    async setCard(image) {
      card = image === null ? usual : await readStill(image);
      const before = fitted;
      fitted = null;
      if (before !== null) {
        cardFor(before);
      }
    },
  };
}
