import { buildModels } from '../../tools/models/build-models.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';

/** Folder of the networks that tests use. */
export const builtFolder = resolveInProject('out', 'models');

/** Variable that tells the processes of a run that the networks were checked. */
export const checkedVariable = 'GUISE_MODELS_CHECKED';

/**
 * Global setup of vitest: converts the networks when they are not there yet, and checks each of them once for the whole
 * run. Each test file would take a quarter of a second of a core for it.
 */
export async function setup(): Promise<void> {
  await buildModels(builtFolder);
  process.env[checkedVariable] = '1';
}
