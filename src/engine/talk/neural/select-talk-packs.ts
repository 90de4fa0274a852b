import { createPackRegistry, type PackRegistry } from '../../packs/pack-registry.ts';
import type { RecognisedTalkPack } from '../../packs/recognised-pack.ts';
import { selectPack } from '../../packs/select-pack.ts';

/** What talks by models of the user; null where the engine that comes with Guise does. */
export interface TalkChoice {
  readonly soundToMouth: string | null;
  readonly mouthPainter: string | null;
  readonly portraitAnimator: string | null;
}

/** The packs of a choice, before any of them is loaded. */
interface ChosenTalk {
  readonly soundToMouth: RecognisedTalkPack | null;
  readonly mouthPainter: RecognisedTalkPack | null;
  readonly portraitAnimator: RecognisedTalkPack | null;
  /** All that may be used. */
  readonly packs: readonly RecognisedTalkPack[];
}

/** Finds what is chosen. Throws `not_found`, or `unsupported_format` where it cannot be used or is of another kind. */
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

/** Looks whether the packs of a choice can be used. Throws what {@link selectTalkPacks} throws; loads nothing. */
export async function checkTalkChoice(folder: string, choice: TalkChoice): Promise<void> {
  await selectTalkPacks(createPackRegistry(folder), choice);
}
