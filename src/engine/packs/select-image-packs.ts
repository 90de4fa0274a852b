import { createPackRegistry } from './pack-registry.ts';
import { selectPack } from './select-pack.ts';

/** User's models for image changes; null for the built-in engine. */
interface ImagePackChoice {
  readonly diffusion: string | null;
  readonly matting: string | null;
}

/**
 * Checks that the models of a selection can be used. Throws `not_found`, or `unsupported_format` when one is unusable
 * or of another kind; loads nothing.
 */
export async function checkImagePackChoice(
  folder: string,
  { diffusion, matting }: ImagePackChoice,
): Promise<void> {
  const registry = createPackRegistry(folder);
  const models = await registry.listDiffusionPacks();
  await selectPack(registry, models, { id: diffusion, kind: 'diffusion' });
  const networks = await registry.listMattingPacks();
  await selectPack(registry, networks, { id: matting, kind: 'matting' });
}
