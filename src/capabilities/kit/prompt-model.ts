import type { PackSetup } from '../../contract/model-packs.ts';
import { createPackRegistry } from '../../engine/packs/pack-registry.ts';
import type { RecognisedDiffusionPack } from '../../engine/packs/recognised-pack.ts';
import type { PromptModel } from '../../instructions/prompt/leave-to-model.ts';

/** The model that is chosen for words that no step does. */
export interface ChosenModel extends PromptModel {
  readonly pack: RecognisedDiffusionPack;
}

/** The model that a setup chooses, where it can be used; null otherwise. Loads nothing. */
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
