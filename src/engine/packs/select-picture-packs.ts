import { createPackRegistry } from './pack-registry.ts';
import { selectPack } from './select-pack.ts';

/** What changes pictures by models of the user; null where the engine that comes with Guise does. */
interface PictureChoice {
  readonly diffusion: string | null;
  readonly matting: string | null;
}

/**
 * Looks whether the models of a choice can be used. Throws `not_found`, or `unsupported_format` where one cannot be used or is
 * of another kind; loads nothing.
 */
export async function checkPictureChoice(
  folder: string,
  { diffusion, matting }: PictureChoice,
): Promise<void> {
  const registry = createPackRegistry(folder);
  const models = await registry.listDiffusionPacks();
  await selectPack(registry, models, { id: diffusion, kind: 'diffusion' });
  const networks = await registry.listMattingPacks();
  await selectPack(registry, networks, { id: matting, kind: 'matting' });
}
