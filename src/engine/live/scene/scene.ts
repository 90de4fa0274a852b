import { smoothstep } from '../../vision/math.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { alignOffset, kernels, PAST_END, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import type { HeadArea } from '../head-area.ts';
import type { BackgroundSettings } from '../instructions/live-settings.ts';
import { createBackdrop } from './backdrop.ts';
import { replaceBackground, fillBackground, toFrameColour } from './replace-background.ts';
import type { People } from './scene-matte.ts';

/** Replaces the background behind people, and erases people. */
export interface Scene {
  /** Draws the background behind the people of a frame. */
  replaceGround(frame: I420Frame, people: People, background: BackgroundSettings): void;
  /** Erases the area of `erased` (mask at half size, 255 fully) from a frame and draws the background. */
  erase(frame: I420Frame, people: People, request: Erasure): void;
}

/** Areas to erase. */
export interface Erasure {
  readonly erased: Uint8Array;
  readonly background: BackgroundSettings;
}

/** Creates the scene of one stream. */
export function createScene(): Scene {
  const backdrop = createBackdrop();
  let rest = new Uint8Array(0);

  const composite = (
    frame: I420Frame,
    people: Uint8Array,
    background: BackgroundSettings,
  ): void => {
    if (background.kind === 'colour') {
      fillBackground(frame, people, toFrameColour(frame, background.rgb));
    } else if (background.kind === 'blur') {
      replaceBackground(frame, people, backdrop);
    }
  };

  return {
    replaceGround(frame, people, background) {
      if (background.kind === 'blur') {
        backdrop.update(frame, people.dilated, background.amount);
      }
      composite(frame, people.person, background);
    },
    erase(frame, { person, dilated }, { erased, background }) {
      if (rest.length !== person.length) {
        rest = new Uint8Array(person.length);
      }
      if (background.kind !== 'colour') {
        maxPlane(dilated, erased, rest);
        backdrop.update(frame, rest, background.kind === 'blur' ? background.amount : null);
      }
      if (background.kind === 'keep') {
        replaceBackground(frame, erased, backdrop, true);
        return;
      }
      for (let at = 0; at < rest.length; at += 1) {
        rest[at] = (person[at]! * (255 - erased[at]!)) / 255;
      }
      composite(frame, rest, background);
    },
  };
}

function maxPlane(first: Uint8Array, second: Uint8Array, out: Uint8Array): void {
  const other = alignOffset(first.length + PAST_END);
  const { bytes } = reserveKernelMemory(2 * other);
  bytes.set(first);
  bytes.set(second, other);
  kernels.maxPlane(0, other, 0, first.length);
  out.set(bytes.subarray(0, out.length));
}

/** Squared radius inside which a head is erased whatever the matte says; outside the matte decides. */
const FACE_FRACTION = 0.45;

/** Reach of hair beyond the head's area when only the head is replaced, so that none of it shows above. */
const HAIR_ACROSS = 1.25;
const HAIR_UP = 1.45;

/**
 * Distance to which the sides of the jaw reach below the start of the neck, and width of the fade, in half widths of
 * the neck.
 */
const JAW_SIDES = 0.15;
const NECK_FADE = 0.4;

/**
 * Marks a head in `plane`, at half the frame's size. With `neck` (pixels below the head's centre, and its half width)
 * the mark ends at neck and jaw and includes high hair; otherwise the whole area is marked.
 */
export function markHead(
  plane: Uint8Array,
  frame: I420Frame,
  {
    area,
    dilated,
    neck,
  }: {
    readonly area: Readonly<HeadArea>;
    readonly dilated: Uint8Array;
    readonly neck?: { readonly from: number; readonly half: number } | undefined;
  },
): void {
  const { centreX, centreY, radiusX, radiusY, rotation } = area;
  const width = (frame.width + 1) >> 1;
  const height = (frame.height + 1) >> 1;
  const [hairX, hairY] = neck === undefined ? [1, 1] : [HAIR_ACROSS, HAIR_UP];
  const reach = Math.max(radiusX * hairX, radiusY * hairY);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const firstRow = Math.max(0, Math.floor((centreY - reach) / 2));
  const lastRow = Math.min(height, Math.ceil((centreY + reach) / 2));
  const first = Math.max(0, Math.floor((centreX - reach) / 2));
  const last = Math.min(width, Math.ceil((centreX + reach) / 2));
  for (let row = firstRow; row < lastRow; row += 1) {
    const dy = row * 2 + 1 - centreY;
    for (let column = first; column < last; column += 1) {
      const dx = column * 2 + 1 - centreX;
      const across = (dx * cos + dy * sin) / radiusX;
      const along = (dy * cos - dx * sin) / radiusY;
      const distance = across * across + along * along;
      const isHair = along < 0 && (across / hairX) ** 2 + (along / hairY) ** 2 < 1;
      if (distance < 1 || isHair) {
        const at = row * width + column;
        const head = distance < FACE_FRACTION ? 255 : dilated[at]!;
        const weight =
          neck === undefined
            ? head
            : head * computeNeckAlpha(across * radiusX, along * radiusY, neck);
        plane[at] = plane[at]! > weight ? plane[at]! : weight;
      }
    }
  }
}

function computeNeckAlpha(
  across: number,
  along: number,
  { from, half }: { readonly from: number; readonly half: number },
): number {
  if (along <= from) {
    return 1;
  }
  const end = from + half * JAW_SIDES * smoothstep(0.8, 1.2, Math.abs(across) / half);
  return 1 - smoothstep(end, end + half * NECK_FADE, along);
}
