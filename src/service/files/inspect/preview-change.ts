/**
 * Applies a text instruction to small copies of a form's images. Detections in the copies are kept for the next
 * instruction: detecting faces and people takes longer than most edits.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import sharp from 'sharp';
import { openHeadModels } from '../../../capabilities/kit/models.ts';
import type { ChangePreview, PreviewWords } from '../../../contract/change-preview.ts';
import type { HeadModels } from '../../../engine/head/swap-head.ts';
import { openCaptionFont } from '../../../engine/io/caption-font.ts';
import { probeMedia } from '../../../engine/io/video/probe.ts';
import { readStill } from '../../../engine/io/video/stills.ts';
import { openVideoReader } from '../../../engine/io/video/video-reader.ts';
import type { RgbaImage } from '../../../engine/pixels/frame.ts';
import { cutRgba } from '../../../engine/pixels/yuv.ts';
import {
  analyzeImage,
  type ImageContent,
} from '../../../engine/reimagine/analysis/image-content.ts';
import { reimagine } from '../../../engine/reimagine/reimagine.ts';
import { readPrompt } from '../../../instructions/prompt/read-prompt.ts';

/** Files to change, where the process sees them, and names that stay theirs from question to question. */
export interface PreviewRequest extends PreviewWords {
  readonly files: readonly { readonly path: string; readonly key: string }[];
}

/** Longest side of the copies, in pixels. */
const LONGEST_SIDE = 480;
/** Position of the frame in a video, as a fraction of its length: the first frames are often black. */
const PLACE = 0.1;
const QUALITY = 82;

interface SmallCopy {
  readonly image: RgbaImage;
  readonly content: ImageContent;
  readonly shown: string;
}

/** The copies of the last form, by key. */
const copies = new Map<string, SmallCopy>();

/** Previews the edit of the first file. Throws its read errors, and `face_not_detected`. */
export async function previewChange({ files, ...words }: PreviewRequest): Promise<ChangePreview> {
  const models = await openHeadModels();
  const taken: SmallCopy[] = [];
  for (const { path, key } of files) {
    taken.push(copies.get(key) ?? (await readCopy(path, words.isVideo, models)));
  }
  copies.clear();
  for (const [index, copy] of taken.entries()) {
    copies.set(files[index]?.key ?? '', copy);
  }
  const { steps } = readPrompt(words.prompt, {
    pictures: words.isVideo ? 0 : files.length,
    isVideo: words.isVideo,
    negative: words.negative,
  });
  const [first] = taken;
  if (first === undefined) {
    throw new TypeError('A preview needs a file.');
  }
  if (steps.length === 0) {
    // Every following instruction will need them.
    first.content.mask('person');
    first.content.mask('face');
    return { before: first.shown, after: null };
  }
  const { image: changed } = await reimagine(
    taken.map(({ image }) => image),
    steps,
    {
      models,
      pause: breathe,
      captionFont: openCaptionFont,
      analyze: (image) => taken.find((copy) => copy.image === image)?.content ?? null,
    },
  );
  return { before: first.shown, after: await toWebp(changed) };
}

async function readCopy(path: string, isVideo: boolean, models: HeadModels): Promise<SmallCopy> {
  const image = isVideo ? await readFrame(path) : await readStill(path, { maxSide: LONGEST_SIDE });
  return { image, content: analyzeImage(image, models), shown: await toWebp(image) };
}

async function readFrame(path: string): Promise<RgbaImage> {
  const { durationUs, video } = await probeMedia(path);
  const { width, height } = video?.shown ?? { width: 1, height: 1 };
  const ratio = Math.min(width, height) / Math.max(width, height);
  const options = { maxShortSide: Math.round(LONGEST_SIDE * ratio), framesAhead: 1 };
  const reader = await openVideoReader(path, {
    ...options,
    startUs: Math.floor(durationUs * PLACE),
  });
  try {
    const frame = await reader.next();
    if (frame === null) {
      throw new TypeError('The video has no frame there.');
    }
    const { planes } = frame;
    return cutRgba(planes, { left: 0, top: 0, width: planes.width, height: planes.height });
  } finally {
    await reader.close();
  }
}

async function toWebp({ width, height, pixels }: RgbaImage): Promise<string> {
  const webp = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ quality: QUALITY, effort: 1 })
    .toBuffer();
  return webp.toString('base64');
}
