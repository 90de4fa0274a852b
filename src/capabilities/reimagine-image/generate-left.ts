import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { hasPeople, type PictureContent } from '../../engine/reimagine/analysis/picture-content.ts';
import { generatePicture } from '../../engine/reimagine/generate/generate-picture.ts';
import type { FloatPlane } from '../../engine/reimagine/raster/raster.ts';
import type { LeftToModel } from '../../instructions/prompt/leave-to-model.ts';
import { openPictureGenerator } from '../kit/picture-generator.ts';
import type { ChosenModel } from '../kit/prompt-model.ts';

/** What a model makes of a picture, and how. */
export interface GeneratedPicture {
  /** Null where the part that was meant is not in the picture. */
  readonly picture: RgbaImage | null;
  readonly facts: readonly PackFacts[];
  /** How many parts of words did not fit into what the model reads. */
  readonly dropped: number;
}

/** A picture that a model is to change. */
interface LeftWork {
  /** What it shows. */
  readonly content: PictureContent;
  readonly left: LeftToModel;
  /** What is to be avoided. */
  readonly negative: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Lets the chosen model do what is left to it. Throws what opening and running it throw. */
export async function generateLeft(model: ChosenModel, work: LeftWork): Promise<GeneratedPicture> {
  const { content, left, negative, signal, onProgress } = work;
  const mask = left.region === null ? null : findRegion(content, left.region);
  // What takes instructions leaves the rest alone by itself; others would make all of the picture anew.
  const isConfined = left.region !== null && model.pack.set.kind !== 'instruct';
  if (isConfined && mask === null) {
    return { picture: null, facts: [], dropped: 0 };
  }
  const generator = await openPictureGenerator(model.pack, signal);
  let dropped = 0;
  try {
    const picture = await generatePicture(
      content.image,
      {
        longestSide: generator.longestSide,
        fixedSize: generator.fixedSize,
        async generate(planes, within) {
          const made = await generator.run({
            picture: planes,
            mask: within,
            prompt: left.prompt,
            negative,
            seed: toSeed(`${left.prompt}\n${negative}`),
            signal,
            onProgress,
          });
          dropped = made.dropped;
          return made.picture;
        },
      },
      mask,
    );
    return { picture, facts: generator.facts(), dropped };
  } finally {
    await generator.close();
  }
}

/** Where a part of a picture is; null where it is not seen. */
function findRegion(
  content: PictureContent,
  region: NonNullable<LeftToModel['region']>,
): FloatPlane | null {
  const isOfFace = !['background', 'person'].includes(region);
  if (isOfFace && content.faces.length === 0) {
    return null;
  }
  const mask = content.mask(region);
  // Parts of somebody who stands far away are a trace of the picture, and meant all the same.
  const isSeen = isOfFace ? mask.some((value) => value > 0.5) : hasPeople(mask);
  return isSeen ? mask : null;
}

/** The same for the same words: who asks twice gets the same picture. FNV-1a, 32 bits. */
function toSeed(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  }
  return hash >>> 0;
}
