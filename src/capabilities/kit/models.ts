import { fileURLToPath } from 'node:url';
import type { HeadModels } from '../../engine/head/swap-head.ts';
import { type ModelFolder, openModelFolder } from '../../engine/models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../engine/models/open-fixed-model.ts';
import { type OpenedTrackerModels, openTrackerModels } from '../../engine/models/tracker-models.ts';

/** Built beside the program: the sources and what is made of them lie at different depths. */
const builtIn = new URL(
  import.meta.url.endsWith('.ts') ? '../../../out/models/' : '../../../../models/',
  import.meta.url,
);

/** The networks of this process, and where they come from. */
export interface WarmModels {
  readonly models: OpenedTrackerModels;
  readonly folder: ModelFolder;
}

let opened: Promise<WarmModels> | null = null;
let matte: Promise<OpenedModel> | null = null;

/**
 * The networks that find and follow faces, opened once per process and kept for its next jobs. A process
 * that idles is ended by the service, which gives their memory back. Throws `processing_failed` when they
 * are missing or damaged.
 */
export async function openWarmModels(): Promise<WarmModels> {
  opened ??= open();
  try {
    return await opened;
  } catch (error) {
    opened = null; // The next job looks again.
    throw error;
  }
}

/** {@link openWarmModels}, with the network that tells people from their surroundings. */
export async function openHeadModels(): Promise<HeadModels> {
  const { models, folder } = await openWarmModels();
  matte ??= openBuiltInModel(folder, 'person-matte');
  try {
    return { ...models, personMatte: await matte };
  } catch (error) {
    matte = null;
    throw error;
  }
}

/** The folder of the networks that come with the program. */
export function openBuiltInFolder(): Promise<ModelFolder> {
  return openModelFolder(fileURLToPath(builtIn));
}

async function open(): Promise<WarmModels> {
  const folder = await openBuiltInFolder();
  return { models: await openTrackerModels(folder), folder };
}
