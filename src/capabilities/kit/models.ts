import { fileURLToPath } from 'node:url';
import { openModelFolder } from '../../engine/models/model-folder.ts';
import { type OpenedTrackerModels, openTrackerModels } from '../../engine/models/tracker-models.ts';

/** Built beside the program: the sources and what is made of them lie at different depths. */
const builtIn = new URL(
  import.meta.url.endsWith('.ts') ? '../../../out/models/' : '../../../../models/',
  import.meta.url,
);

let opened: Promise<OpenedTrackerModels> | null = null;

/** The folder of the networks that come with the program. */
export const modelsPath = fileURLToPath(builtIn);

/**
 * The networks that find and follow faces, opened once per process and kept for its next jobs. A process
 * that idles is ended by the service, which gives their memory back. Throws `processing_failed` when they
 * are missing or damaged.
 */
export async function openWarmModels(): Promise<OpenedTrackerModels> {
  opened ??= open();
  try {
    return await opened;
  } catch (error) {
    opened = null; // The next job looks again.
    throw error;
  }
}

async function open(): Promise<OpenedTrackerModels> {
  return openTrackerModels(await openModelFolder(modelsPath));
}
