import type { ObsConnection } from '../../src/devices/obs/obs-connection.ts';
import { decodeDataUrl, parsePpm } from '../../src/devices/obs/obs-picture.ts';
import { readCode } from '../support/frame-code.ts';

/** A frame displayed by OBS: rows of red, green and blue. */
export type ShownPicture = ReturnType<typeof parsePpm>;

/** Reads the image that OBS shows of a source. */
export async function readShown(obs: ObsConnection, sourceName: string): Promise<ShownPicture> {
  const { imageData } = await obs.call('GetSourceScreenshot', {
    sourceName,
    imageFormat: 'ppm',
    imageWidth: 320,
    imageHeight: 180,
  });
  return parsePpm(decodeDataUrl(imageData));
}

/** Returns the number in the frame that OBS shows of a source; null without a code. */
export async function readShownCode(obs: ObsConnection, source: string): Promise<number | null> {
  const { rgb, width, height } = await readShown(obs, source);
  return readCode(
    (x, y) => rgb[3 * (Math.floor(y * height) * width + Math.floor(x * width)) + 1] ?? 0,
  );
}
