import sharp from 'sharp';
import { joint, JOINT_VALUES } from '../../../src/engine/body/joints.ts';
import type { RgbaImage } from '../../../src/engine/pixels/frame.ts';

/** Something that is drawn before a person. */
export type DrawnThing = 'table' | 'caption' | 'cup';

/** A picture with objects in front of its person. */
export interface OccludedImage {
  readonly image: RgbaImage;
  /** Coverage of each pixel by an object, 0..255. */
  readonly masks: Readonly<Record<DrawnThing, Uint8Array>>;
}

/** Draws a table, words and a cup in the right hand before a person whose joints are known. */
export async function drawOccluders(
  image: RgbaImage,
  joints: Float32Array,
  words: string,
): Promise<OccludedImage> {
  const { width, height } = image;
  const at = joint.rightIndex * JOINT_VALUES;
  const things: Readonly<Record<DrawnThing, string>> = {
    table: drawTable(width, height),
    caption: drawCaption(words, width, height),
    cup: drawCup(joints[at] ?? 0, joints[at + 1] ?? 0, height),
  };
  const pixels = image.pixels.slice();
  const masks: Record<string, Uint8Array> = {};
  for (const [name, svg] of Object.entries(things)) {
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`;
    const drawn = await sharp(Buffer.from(page)).ensureAlpha().raw().toBuffer();
    masks[name] = compositeOver(drawn, pixels);
  }
  const { table, caption, cup } = masks;
  return {
    image: { width, height, pixels },
    masks: { table: table!, caption: caption!, cup: cup! },
  };
}

/** Lays a drawing over pixels, and returns its alpha. */
function compositeOver(drawn: Uint8Array, pixels: RgbaImage['pixels']): Uint8Array {
  return Uint8Array.from({ length: drawn.length / 4 }, (_, index) => {
    const alpha = drawn[index * 4 + 3]!;
    for (let channel = index * 4; channel < index * 4 + 3; channel += 1) {
      pixels[channel] = pixels[channel]! + ((drawn[channel]! - pixels[channel]!) * alpha) / 255;
    }
    return alpha;
  });
}

function drawTable(width: number, height: number): string {
  const [left, right, top] = [width * 0.08, width * 0.92, height * 0.62];
  const bar = (x: number): string =>
    `<rect x="${x}" y="${top}" width="${width * 0.05}" height="${height * 0.34}" fill="#33302e"/>`;
  return (
    bar(left + width * 0.03) +
    bar(right - width * 0.08) +
    `<rect x="${left}" y="${top}" width="${right - left}" height="${height * 0.1}" fill="#8a4a24"/>` +
    `<rect x="${left}" y="${top}" width="${right - left}" height="${height * 0.025}" fill="#dba468"/>`
  );
}

function drawCaption(words: string, width: number, height: number): string {
  return (
    `<text x="${width / 2}" y="${height * 0.45}" text-anchor="middle" font-family="sans-serif" font-weight="bold" ` +
    `font-size="${height * 0.05}" fill="#fff" stroke="#000" stroke-width="${height * 0.008}" paint-order="stroke">${words}</text>`
  );
}

function drawCup(x: number, y: number, height: number): string {
  const unit = height / 100;
  return (
    `<path d="M${x - 2.2 * unit} ${y - 4 * unit}h${4.4 * unit}l${-0.5 * unit} ${6 * unit}h${-3.4 * unit}z" fill="#c8332b"/>` +
    `<rect x="${x - 2.1 * unit}" y="${y - 2 * unit}" width="${4.2 * unit}" height="${1.6 * unit}" fill="#f4efe6"/>`
  );
}
