/** The thread that makes characters of pictures, so that the live picture never waits for one. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import { openModelFolder } from '../../models/model-folder.ts';
import { openTrackerModels, type OpenedTrackerModels } from '../../models/tracker-models.ts';
import { readCharacter } from './character.ts';
import type { CharacterAnswer, CharacterCall, CharacterStart } from './character-messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of characters has a parent');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by openCharacterThread
const { modelFolder } = workerData as CharacterStart;
let queue: Promise<void> = Promise.resolve();

try {
  const models = await openTrackerModels(await openModelFolder(modelFolder));
  port.on('message', (call: CharacterCall) => {
    queue = queue.then(() => answer(call, models));
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
}

async function answer(call: CharacterCall, models: OpenedTrackerModels): Promise<void> {
  if (call.kind === 'close') {
    models.close();
    port?.close();
    return;
  }
  const { number, image } = call;
  try {
    send({ kind: 'read', number, character: await readCharacter(image, models) });
  } catch (error) {
    send({ kind: 'refused', number, error: toWireError(error) });
  }
}

function send(message: CharacterAnswer): void {
  port?.postMessage(message);
}
