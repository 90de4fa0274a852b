import { buildModels } from '../../../tools/models/build-models.ts';
import { openModelFolder, type ModelFolder } from '../../../src/engine/models/model-folder.ts';
import { builtFolder, checkedVariable } from '../../support/build-models.ts';

/** Every file is read before one is taken for built, which is enough once. */
let built: Promise<unknown> | null = null;

/** The models of the engine, converted when they are not there yet. */
export async function openBuiltModels(): Promise<ModelFolder> {
  if (process.env[checkedVariable] === undefined) {
    built ??= buildModels(builtFolder);
    await built;
  }
  return openModelFolder(builtFolder);
}
