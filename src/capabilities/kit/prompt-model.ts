import type { PackSetup } from '../../contract/model-packs.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import type { RecognisedDiffusionPack } from '../../engine/packs/recognised-pack.ts';
import type { PromptModel } from '../../instructions/prompt/wishes/leave-to-model.ts';

/** Chosen model for words that no step does. */
export interface ChosenModel extends PromptModel {
  readonly pack: RecognisedDiffusionPack;
}

/** Returns the model of a setup when it can be used, else null. Loads nothing. */
export async function findPromptModel(setup: PackSetup | null): Promise<ChosenModel | null> {
  const id = setup?.choice.diffusion ?? null;
  if (setup === null || id === null) {
    return null;
  }
  const packs = await createPackRegistry(setup.folder).listDiffusionPacks();
  const pack = packs.find(({ entry }) => entry.id === id);
  return pack === undefined
    ? null
    : { label: pack.entry.label, isFilling: pack.set.kind === 'fill', pack };
}
