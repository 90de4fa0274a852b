import type { CharacterCutout } from '../../live/character/character-cutout.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import { findTouchingArms } from '../character/find-touching-arms.ts';
import { type LimbLine, listLimbPoints } from '../character/limb-line.ts';
import { sampleLayer } from '../character/sample-layer.ts';
import { type Arm, arms } from './arm-pose.ts';

/** An arm as a separate layer, in pixels of the photo. */
export interface SeparatedArm {
  readonly arm: Arm;
  readonly line: LimbLine;
  readonly layer: BodyLayer;
  /** Hair that lies over the arm and stays on the body; null for none. */
  readonly hair: BodyLayer | null;
}

/** A cutout with separate arms. Plain memory that can be transferred between threads. */
export interface SeparatedArms {
  /** The cutout without the arms; the area behind them is completed. */
  readonly cutout: CharacterCutout;
  /** One or two. */
  readonly arms: readonly SeparatedArm[];
}

/**
 * Separates the arms that an image shows completely and away from the body; null if there are none. Arms that touch the
 * body stay, because their outlines are guesses and would tear.
 */
export function separateArms(body: BodyLayers, cutout: CharacterCutout): SeparatedArms | null {
  const touching = findTouchingArms(body);
  const hair = body.layers.find(({ part }) => part === 'hair');
  const separated = arms.flatMap((arm): readonly SeparatedArm[] => {
    const layer = body.layers.find(({ part }) => part === arm);
    return layer === undefined || touching.includes(arm)
      ? []
      : [
          {
            arm,
            line: { points: listLimbPoints(body.joints, arm), radii: body.lines[arm].radii },
            layer,
            hair: hair === undefined ? null : cropToLayer(hair, layer),
          },
        ];
  });
  return separated.length === 0
    ? null
    : { arms: separated, cutout: replaceBody(cutout, compositeRest(body, touching)) };
}

/** Returns the part of a layer that lies over another one; null if there is none. */
function cropToLayer(layer: BodyLayer, { image: below }: BodyLayer): BodyLayer | null {
  const { image } = layer;
  const pixels = image.pixels.slice();
  let isSeen = false;
  for (let row = 0; row < image.height; row += 1) {
    for (let column = 0; column < image.width; column += 1) {
      const [x, y] = [column + image.left - below.left, row + image.top - below.top];
      const isInside = x >= 0 && y >= 0 && x < below.width && y < below.height;
      const at = (row * image.width + column) * 4 + 3;
      pixels[at] = isInside && below.pixels[(y * below.width + x) * 4 + 3]! > 0 ? pixels[at]! : 0;
      isSeen ||= pixels[at] > 0;
    }
  }
  return isSeen ? { ...layer, image: { ...image, pixels } } : null;
}

/** Composites all parts except the arms that move, the farthest first. */
function compositeRest(
  { width, height, layers }: BodyLayers,
  touching: readonly BodyPart[],
): RgbaImage {
  const pixels = new Uint8Array(width * height * 4);
  for (const part of ['leftLeg', 'rightLeg', 'torso', 'head', ...touching, 'hair'] as const) {
    const layer = layers.find((entry) => entry.part === part);
    if (layer !== undefined) {
      compositeLayer(pixels, { width, height }, layer.image);
    }
  }
  return { width, height, pixels };
}

/** Composites a layer; a mirrored forearm may be partly beyond the image. */
function compositeLayer(
  pixels: Uint8Array,
  { width, height }: Pick<BodyLayers, 'width' | 'height'>,
  layer: BodyLayer['image'],
): void {
  const bottom = Math.min(layer.height, height - layer.top);
  const right = Math.min(layer.width, width - layer.left);
  for (let row = Math.max(0, -layer.top); row < bottom; row += 1) {
    for (let column = Math.max(0, -layer.left); column < right; column += 1) {
      const from = (row * layer.width + column) * 4;
      const to = ((layer.top + row) * width + layer.left + column) * 4;
      mixPixel(pixels, to, {
        colours: layer.pixels,
        from,
        alpha: layer.pixels[from + 3]! / 255,
      });
    }
  }
}

/** Composites a pixel over another one; neither is premultiplied. */
function mixPixel(
  pixels: Uint8Array,
  to: number,
  {
    colours,
    from,
    alpha,
  }: { readonly colours: ArrayLike<number>; readonly from: number; readonly alpha: number },
): void {
  const below = (pixels[to + 3]! / 255) * (1 - alpha);
  const whole = alpha + below;
  if (whole > 0) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[to + channel] =
        (colours[from + channel]! * alpha + pixels[to + channel]! * below) / whole + 0.5;
    }
    pixels[to + 3] = whole * 255 + 0.5;
  }
}

/** Composites the head of a cutout over a body. */
function replaceBody(cutout: CharacterCutout, body: RgbaImage): CharacterCutout {
  const { width, height, head, fromPhoto } = cutout;
  const pixels = new Uint8Array(width * height * 4);
  const sample = new Float32Array(4);
  const photo = { left: 0, top: 0, ...body };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = (column + 0.5 - fromPhoto.shiftX) / fromPhoto.scale - 0.5;
      const y = (row + 0.5) / fromPhoto.scale - 0.5;
      const at = (row * width + column) * 4;
      if (x > -1 && x < body.width && y < body.height) {
        // Pixels at the edge of the photo go on: a body that it cuts off does not fade there.
        sampleLayer(photo, clamp(x, 0, body.width - 1), clamp(y, 0, body.height - 1), sample);
        pixels.set(
          sample.map((value) => value + 0.5),
          at,
        );
      }
      const alpha = (head[at / 4]! / 255) * (cutout.pixels[at + 3]! / 255);
      mixPixel(pixels, at, { colours: cutout.pixels, from: at, alpha });
    }
  }
  return { ...cutout, pixels };
}
