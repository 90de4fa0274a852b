/** Opens the packs chosen for talking faces, with the packs that they depend on. */
import { InvariantError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { SessionPool } from '../../models/pool/session-pool.ts';
import type { OpenPacksOptions } from '../../packs/open-packs.ts';
import type { PackRegistry } from '../../packs/pack-registry.ts';
import type { TalkSignature } from '../../packs/recognise/talk-signature.ts';
import { POINT_NUMBERS, VOLUME_NUMBERS } from '../../packs/recognise/talk/portrait-signature.ts';
import type { RecognisedTalkPack } from '../../packs/recognised-pack.ts';
import { openPackFile, type PackFacts, type PackSession } from '../../packs/run/pack-session.ts';
import { listTensor } from '../../packs/run/tensors.ts';
import type { OpenMouthPainter } from '../seams/mouth-painter.ts';
import type { OpenPortraitAnimator } from '../seams/portrait-animator.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { createBlendshapeMouth, feedWindow, toWindow } from './blendshape-mouth.ts';
import { createLivePortrait, feedGenerator, toImageFeed } from './live-portrait.ts';
import type { LoadedPart } from './loaded-part.ts';
import { createPackPainter, feedPainter } from './pack-painter.ts';
import { PAINTER_MEL_SIZE } from './painter-mel.ts';
import { selectTalkPacks, type TalkChoice } from './select-talk-packs.ts';

/** Loaded packs of a choice. */
export interface TalkPacks {
  readonly soundToMouth: SoundToMouth | null;
  readonly openPainter: OpenMouthPainter | null;
  readonly openAnimator: OpenPortraitAnimator | null;
  /** Runtime facts and fallback reasons of the packs, for job reports and the interface. */
  readonly facts: readonly PackFacts[];
  /** Releases the models. The pool stays open. */
  close(): void;
}

/**
 * Loads a choice into a pool. Throws `not_found` or `unsupported_format` when a pack is missing, unusable or of another
 * kind, and `processing_failed` when it cannot be loaded.
 */
export async function openTalkPacks(
  registry: PackRegistry,
  pool: SessionPool,
  choice: TalkChoice,
  { threads = 1, ...options }: OpenPacksOptions = {},
): Promise<TalkPacks> {
  const { packs, ...chosen } = await selectTalkPacks(registry, choice);
  const opened: Omit<PackSession, 'pack'>[] = [];
  const open: OpenPart = async (pack, kind) => {
    const { signature } = pack.found;
    if (signature.kind !== kind) {
      throw new InvariantError(`${pack.entry.id} is a ${signature.kind} and no ${kind}.`);
    }
    const session = await openPackFile(pool, pack, {
      threads,
      ...options,
      ...createMeasuring(signature),
    });
    opened.push(session);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its kind was compared above
    return { session, signature: signature as Extract<TalkSignature, { kind: typeof kind }> };
  };
  const close = (): void => opened.forEach((session) => session.close());
  try {
    const { soundToMouth, mouthPainter, portraitAnimator } = chosen;
    return {
      soundToMouth: soundToMouth && createBlendshapeMouth(await open(soundToMouth, 'blendshapes')),
      openPainter: mouthPainter && createPackPainter(await open(mouthPainter, 'painter')),
      openAnimator: portraitAnimator && (await openAnimator(portraitAnimator, packs, open)),
      facts: opened.map(({ facts }) => facts),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

type OpenPart = <Kind extends TalkSignature['kind']>(
  pack: RecognisedTalkPack,
  kind: Kind,
) => Promise<LoadedPart<Extract<TalkSignature, { kind: Kind }>>>;

async function openAnimator(
  pack: RecognisedTalkPack,
  packs: readonly RecognisedTalkPack[],
  open: OpenPart,
): Promise<OpenPortraitAnimator> {
  const openPart = async <Kind extends TalkSignature['kind']>(kind: Kind) => {
    const part = packs.find(({ found }) => found.signature.kind === kind);
    if (part === undefined) {
      throw new InvariantError('What moves portraits was listed without its parts.');
    }
    return open(part, kind);
  };
  return createLivePortrait({
    generator: await open(pack, 'portrait_generator'),
    features: await openPart('portrait_features'),
    motion: await openPart('portrait_motion'),
    lips: await openPart('portrait_lips'),
    lids: await openPart('portrait_lids'),
  });
}

/** Returns benchmark inputs of a pack: silence, grey images, and a small constant elsewhere. */
function createMeasuring(signature: TalkSignature): {
  readonly outputs: readonly string[];
  readonly createFeeds: () => Record<string, PoolTensor>;
} {
  const grey = (size: number): Float32Array<ArrayBuffer> =>
    new Float32Array(size * size * 3).fill(128);
  switch (signature.kind) {
    case 'blendshapes':
      return {
        outputs: [signature.output],
        createFeeds: () => feedWindow(signature, new Float32Array(toWindow(signature))),
      };
    case 'painter': {
      const { size, channels } = signature.image;
      const makeFace = () => new Float32Array(size * size * channels).fill(0.5);
      const sound = new Float32Array(PAINTER_MEL_SIZE);
      return {
        outputs: [signature.output],
        createFeeds: () => feedPainter(signature, sound, makeFace()),
      };
    }
    case 'portrait_features':
      return {
        outputs: [signature.output],
        createFeeds: () => toImageFeed(signature.image, grey(signature.image.size)),
      };
    case 'portrait_motion':
      return {
        outputs: Object.values(signature.outputs),
        createFeeds: () => toImageFeed(signature.image, grey(signature.image.size)),
      };
    case 'portrait_generator': {
      const still = new Float32Array(POINT_NUMBERS).fill(0.1);
      return {
        outputs: [signature.output],
        createFeeds: () =>
          feedGenerator(signature, new Float32Array(VOLUME_NUMBERS).fill(0.1), {
            still,
            driving: still,
          }),
      };
    }
    case 'portrait_lips':
    case 'portrait_lids': {
      const { input, output } = signature;
      const count = input.dims.reduce((product, dim) => product * dim, 1);
      const values = new Float32Array(count).fill(0.1);
      return {
        outputs: [output],
        createFeeds: () => ({ [input.name]: listTensor(input, values) }),
      };
    }
    case 'musetalk':
    case 'latentsync':
      throw new InvariantError('What is not used is not opened.');
  }
}
