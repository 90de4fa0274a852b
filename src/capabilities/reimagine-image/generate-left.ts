import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { hasPeople, type ImageContent } from '../../engine/reimagine/analysis/image-content.ts';
import { generateImage } from '../../engine/reimagine/generate/generate-image.ts';
import type { FloatPlane } from '../../engine/reimagine/raster/raster.ts';
import type { ModelPrompt } from '../../instructions/prompt/wishes/leave-to-model.ts';
import { openImageGenerator } from '../kit/image-generator.ts';
import type { ChosenModel } from '../kit/prompt-model.ts';

/** Result of the model on an image. */
export interface GeneratedImage {
  /** Changed image; null when it does not show the requested region. */
  readonly image: RgbaImage | null;
  readonly facts: readonly PackFacts[];
  /** Number of tokens beyond the model's prompt length. */
  readonly dropped: number;
}

/** Image for a model to change. */
interface LeftWork {
  /** Analysed content of the image. */
  readonly content: ImageContent;
  readonly left: ModelPrompt;
  /** Negative prompt. */
  readonly negative: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Runs the chosen model on its part of a prompt. Throws the errors of opening and running it. */
export async function generateLeft(model: ChosenModel, work: LeftWork): Promise<GeneratedImage> {
  const { content, left, negative, signal, onProgress } = work;
  const mask = left.region === null ? null : findRegion(content, left.region);
  // Models of kind `instruct` leave the rest of the image alone; others would redraw all of it.
  const isConfined = left.region !== null && model.pack.set.kind !== 'instruct';
  if (isConfined && mask === null) {
    return { image: null, facts: [], dropped: 0 };
  }
  const generator = await openImageGenerator(model.pack, signal);
  let dropped = 0;
  try {
    const image = await generateImage(
      content.image,
      {
        longestSide: generator.longestSide,
        fixedSize: generator.fixedSize,
        async generate(planes, within) {
          const made = await generator.run({
            image: planes,
            mask: within,
            prompt: left.prompt,
            negative,
            seed: toSeed(`${left.prompt}\n${negative}`),
            signal,
            onProgress,
          });
          dropped = made.dropped;
          return made.image;
        },
      },
      mask,
    );
    return { image, facts: generator.facts(), dropped };
  } finally {
    await generator.close();
  }
}

/** Returns the mask of a region; null when the image does not show it. */
function findRegion(
  content: ImageContent,
  region: NonNullable<ModelPrompt['region']>,
): FloatPlane | null {
  const isOfFace = !['background', 'person'].includes(region);
  if (isOfFace && content.faces.length === 0) {
    return null;
  }
  const mask = content.mask(region);
  // A face region covers few pixels of a distant person, and still counts.
  const isSeen = isOfFace ? mask.some((value) => value > 0.5) : hasPeople(mask);
  return isSeen ? mask : null;
}

/** Derives the seed from the words (FNV-1a, 32 bits), so that equal requests give equal images. */
function toSeed(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  }
  return hash >>> 0;
}
