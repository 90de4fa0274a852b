import { AppError } from '../../base/errors.ts';
import { createPackRegistry } from './pack-registry.ts';

/** What changes pictures by models of the user; null where the engine that comes with Guise does. */
interface PictureChoice {
  readonly diffusion: string | null;
  readonly matting: string | null;
}

/**
 * Looks whether the models of a choice can be used. Throws `not_found`, or `unsupported_format` where one cannot be used or is
 * of another kind; loads nothing.
 */
export async function checkPictureChoice(folder: string, choice: PictureChoice): Promise<void> {
  const { packs } = await createPackRegistry(folder).list();
  for (const kind of ['diffusion', 'matting'] as const) {
    const id = choice[kind];
    const entry = packs.find((pack) => pack.id === id);
    if (id === null || (entry?.isUsable === true && entry.kind === kind)) {
      continue;
    }
    if (entry === undefined) {
      throw new AppError('not_found', `There is no model ${id} in the folder of models.`);
    }
    const why = entry.isUsable ? `It is a ${entry.kind ?? 'other'}, and no ${kind}.` : entry.note;
    throw new AppError(
      'unsupported_format',
      `${entry.label} cannot be used. ${why ?? ''}`.trimEnd(),
    );
  }
}
