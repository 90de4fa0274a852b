import { AppError } from '../../../base/errors.ts';
import { createPackRegistry, type PackRegistry } from '../../packs/pack-registry.ts';
import type { PackKind } from '../../packs/recognise/families.ts';
import type { RecognisedTalkPack } from '../../packs/recognised-pack.ts';

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
    soundToMouth: await select(registry, packs, { id: soundToMouth, kind: 'sound_to_mouth' }),
    mouthPainter: await select(registry, packs, { id: mouthPainter, kind: 'mouth_painter' }),
    portraitAnimator: await select(registry, packs, {
      id: portraitAnimator,
      kind: 'portrait_animator',
    }),
  };
}

/** Looks whether the packs of a choice can be used. Throws what {@link selectTalkPacks} throws; loads nothing. */
export async function checkTalkChoice(folder: string, choice: TalkChoice): Promise<void> {
  await selectTalkPacks(createPackRegistry(folder), choice);
}

async function select(
  registry: PackRegistry,
  packs: readonly RecognisedTalkPack[],
  { id, kind }: { readonly id: string | null; readonly kind: PackKind },
): Promise<RecognisedTalkPack | null> {
  if (id === null) {
    return null;
  }
  const pack = packs.find(({ entry }) => entry.id === id);
  if (pack !== undefined && pack.found.family.kind === kind) {
    return pack;
  }
  const entry = (await registry.list()).packs.find((other) => other.id === id);
  if (entry === undefined) {
    throw new AppError('not_found', `There is no model ${id} in the folder of models.`);
  }
  const why = entry.isUsable ? `It is a ${entry.kind ?? 'other'}, and no ${kind}.` : entry.note;
  throw new AppError('unsupported_format', `${entry.label} cannot be used. ${why ?? ''}`.trimEnd());
}
