import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { ObsTest } from '../../contract/obs.ts';
import {
  isSimilarLuma,
  lumaThumbnailOfRgb,
  isBlack,
  type LumaThumbnail,
} from '../thumbnail/luma-thumbnail.ts';
import type { ObsConnection } from './obs-connection.ts';

/** Size of the compared frame. */
const compared = { imageWidth: 320, imageHeight: 180 } as const;
/** Size of the frame shown to the user. */
const shown = { imageWidth: 640, imageHeight: 360, imageCompressionQuality: 85 } as const;

/** Number of attempts before the output of OBS counts as different. */
const TRIES = 5;
/**
 * Sampling interval, shorter than a frame: OBS shows a frame some 50 ms old, so all frames sent meanwhile are
 * compared.
 */
const SAMPLE_MS = 15;

/**
 * Compares the content of an input with the sent frames. `readSent` returns the newest frame, null when none
 * was sent.
 */
export async function testPicture(
  obs: ObsConnection,
  inputName: string,
  readSent: () => Promise<LumaThumbnail | null>,
): Promise<ObsTest> {
  const sent: LumaThumbnail[] = [];
  const collecting = new AbortController();
  const collected = collect(readSent, sent, collecting.signal);
  let verdict: ObsTest['verdict'] = 'other';
  try {
    for (let tries = 0; tries < TRIES && verdict === 'other'; tries += 1) {
      await pause(10 * SAMPLE_MS);
      const seen = await readFields(obs, inputName);
      const isOurs = sent.some((grid) => isSimilarLuma(grid, seen));
      verdict = isOurs ? 'ours' : isBlack(seen) ? 'black' : 'other';
    }
  } finally {
    collecting.abort();
    await collected;
  }
  const { imageData } = await obs.call('GetSourceScreenshot', {
    sourceName: inputName,
    imageFormat: 'jpg',
    ...shown,
  });
  return { verdict, image: decodeDataUrl(imageData) };
}

async function collect(
  readSent: () => Promise<LumaThumbnail | null>,
  sent: LumaThumbnail[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const grid = await readSent();
    if (grid !== null) {
      sent.push(grid);
    }
    await pause(SAMPLE_MS);
  }
}

async function readFields(obs: ObsConnection, sourceName: string): Promise<LumaThumbnail> {
  const { imageData } = await obs.call('GetSourceScreenshot', {
    sourceName,
    imageFormat: 'ppm',
    ...compared,
  });
  const { width, height, rgb } = parsePpm(decodeDataUrl(imageData));
  return lumaThumbnailOfRgb(rgb, width, height);
}

/** Bytes of a `data:` address in base64. Throws `bad_reply` for anything else. */
export function decodeDataUrl(url: string): Uint8Array<ArrayBuffer> {
  const prefix = /^data:image\/[\w.+-]{1,40};base64,/.exec(url.slice(0, 100))?.[0];
  if (prefix === undefined) {
    throw new AppError('bad_reply', 'OBS sent a picture that is not in base64.');
  }
  return new Uint8Array(Buffer.from(url.slice(prefix.length), 'base64'));
}

/** Parses a PPM of 8 bits (`P6`). Throws `bad_reply` when it is invalid. */
export function parsePpm(bytes: Uint8Array): {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
} {
  const head = /^P6\s(\d{1,5})\s(\d{1,5})\s255\s/.exec(
    Buffer.from(bytes.subarray(0, 32)).toString('latin1'),
  );
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const rgb = bytes.subarray(head?.[0].length ?? 0);
  if (head === null || rgb.byteLength < 3 * width * height) {
    throw new AppError('bad_reply', 'OBS sent a picture that is no whole PPM.');
  }
  return { width, height, rgb };
}
