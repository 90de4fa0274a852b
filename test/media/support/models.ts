import { buildModels } from '../../../tools/models/build-models.ts';
import { openModelFolder, type ModelFolder } from '../../../src/engine/models/model-folder.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';

/** The models of the engine, converted when they are not there yet. */
export async function openBuiltModels(): Promise<ModelFolder> {
  const folder = inProject('out', 'models');
  await buildModels(folder);
  return openModelFolder(folder);
}
