import { createPackRegistry, type PackRegistry } from '../../packs/pack-registry.ts';
import type { RecognisedTalkPack } from '../../packs/recognised-pack.ts';
import { selectPack } from '../../packs/select-pack.ts';

/** Chosen packs for talking; null for the built-in engine. */
export interface TalkChoice {
  readonly soundToMouth: string | null;
  readonly mouthPainter: string | null;
  readonly portraitAnimator: string | null;
}

/** Packs of a choice before loading. */
interface ChosenTalk {
  readonly soundToMouth: RecognisedTalkPack | null;
  readonly mouthPainter: RecognisedTalkPack | null;
  readonly portraitAnimator: RecognisedTalkPack | null;
  /** All usable packs. */
  readonly packs: readonly RecognisedTalkPack[];
}

/** Finds the chosen packs. Throws `not_found`, or `unsupported_format` for an unusable pack or one of another kind. */
export async function selectTalkPacks(
  registry: PackRegistry,
  { soundToMouth, mouthPainter, portraitAnimator }: TalkChoice,
): Promise<ChosenTalk> {
  const packs = await registry.listTalkPacks();
  return {
    packs,
    soundToMouth: await selectPack(registry, packs, { id: soundToMouth, kind: 'sound_to_mouth' }),
    mouthPainter: await selectPack(registry, packs, { id: mouthPainter, kind: 'mouth_painter' }),
    portraitAnimator: await selectPack(registry, packs, {
      id: portraitAnimator,
      kind: 'portrait_animator',
    }),
  };
}

/** Checks a choice without loading it. Throws what {@link selectTalkPacks} throws. */
export async function checkTalkChoice(folder: string, choice: TalkChoice): Promise<void> {
  await selectTalkPacks(createPackRegistry(folder), choice);
}
