/**
 * Image of a character that speaks without a camera:
 *
 *   empty ──frame──▶ reading ──▶ still image ──person cut, background completed──▶ speaking
 *     ▲                 └──▶ failed
 *     └──── frames of another size
 */
import type { AppError } from '../../../base/errors.ts';
import type { Size } from '../../io/video/output-size.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { type Avatar, createAvatar } from '../../talk/avatar/avatar.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { copyPlanes, hasSameLayout } from '../frame-pool.ts';
import { toSwapFailure } from '../to-failure.ts';
import { createIdleMotion, type IdleMotion } from './idle-motion.ts';
import type { LiveMouth } from './live-mouth.ts';
import { copyInto, drawSurroundings, fitPortrait, type PortraitArea } from './fit-portrait.ts';
import type { CutPortrait, TalkingPortrait } from './read-talking-portrait.ts';

/** Source of a character's portrait, made on a thread, once each. */
export interface PortraitSource {
  readonly canonicalFace: CanonicalFace;
  read(frame: Size): Promise<TalkingPortrait>;
  cut(frame: Size): Promise<CutPortrait>;
}

/** Images for frames of one size. */
interface Shown {
  readonly layout: I420Frame;
  readonly surroundings: I420Frame;
  readonly area: PortraitArea;
  readonly still: I420Frame;
  avatar: Avatar | null;
}

/** Seed of the motion, equal in every session: two views of one image are never seen together. */
const SEED = 7;
/** Time constant in milliseconds with which the head's motion follows the voice. */
const LIVELY_MS = 800;
const USUAL_FRAME_MS = 1000 / 30;
const LONGEST_FRAME_MS = 200;

/** Draws a character that speaks with the voice of a {@link LiveMouth}, which the caller owns. */
export class TalkingPortraitRenderer {
  /** Reason why the image cannot speak; null when there is none. */
  failure: AppError | null = null;
  readonly #source: PortraitSource;
  readonly #mouth: LiveMouth;
  readonly #move: IdleMotion = createIdleMotion(SEED);
  #shown: Shown | null = null;
  #requested: I420Frame | null = null;
  #drawnAtMs: number | null = null;
  #lively = 0;
  #isClosed = false;

  constructor(source: PortraitSource, mouth: LiveMouth) {
    this.#source = source;
    this.#mouth = mouth;
  }

  /** Draws the current image into a frame. Returns false, with the frame unchanged, while there is none yet. */
  draw(frame: I420Frame, timestampUs: number): boolean {
    const nowMs = timestampUs / 1000;
    const passedMs = this.#drawnAtMs === null ? USUAL_FRAME_MS : nowMs - this.#drawnAtMs;
    this.#drawnAtMs = nowMs;
    const shown = this.#shown;
    if (shown === null || !hasSameLayout(shown.layout, frame)) {
      this.#prepare(frame);
      return false;
    }
    const frameMs = Math.min(LONGEST_FRAME_MS, Math.max(1, passedMs));
    const spoken = this.#mouth.read(nowMs, frameMs);
    const isSpeaking = spoken.viseme === 'sil' ? 0 : 1;
    this.#lively += (isSpeaking - this.#lively) * Math.min(1, frameMs / LIVELY_MS);
    shown.avatar?.draw(spoken, this.#move(nowMs / 1000, this.#lively));
    const { area } = shown;
    if (area.width < frame.width || area.height < frame.height) {
      copyPlanes(shown.surroundings, frame);
    }
    copyInto(shown.avatar?.frame ?? shown.still, frame, area);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#shown?.avatar?.close();
    this.#shown = null;
  }

  #prepare(frame: I420Frame): void {
    if (this.#requested !== null && hasSameLayout(this.#requested, frame)) {
      return;
    }
    // The frame's planes are reused before loading ends; only its size and colours are needed.
    const layout = { ...frame };
    this.#requested = layout;
    this.failure = null;
    this.#load(layout).catch((error: unknown) => {
      if (this.#requested === layout) {
        this.failure = toSwapFailure(error);
      }
    });
  }

  async #load(requested: I420Frame): Promise<void> {
    const size = { width: requested.width, height: requested.height };
    const portrait = await this.#source.read(size);
    if (this.#isClosed || this.#requested !== requested) {
      return;
    }
    const { image, face } = portrait;
    const colour = computeColour(requested);
    this.#shown?.avatar?.close();
    const shown: Shown = {
      layout: requested,
      surroundings: drawSurroundings(image, requested),
      area: fitPortrait(image, size),
      still: toVideoFrame(image, colour),
      avatar: null,
    };
    this.#shown = shown;
    const { alpha, ground, openingCurve } = await this.#source.cut(size);
    if (!this.#isClosed && this.#shown === shown) {
      const { canonicalFace } = this.#source;
      shown.avatar = createAvatar({ image, face, alpha, ground, canonicalFace, colour });
      shown.avatar.setOpeningCurve(openingCurve);
    }
  }
}
