/** The thread that makes characters of pictures, so that the live picture never waits for one. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import { openModelFolder } from '../../models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../models/open-fixed-model.ts';
import { openTrackerModels } from '../../models/tracker-models.ts';
import { readCharacter, type ReadCharacter } from './character.ts';
import type { CharacterAnswer, CharacterCall, CharacterStart } from './character-messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of characters has a parent');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by openCharacterThread
const { modelFolder } = workerData as CharacterStart;
interface OpenedHeadModels extends HeadModels {
  readonly personMatte: OpenedModel;
  close(): void;
}

let queue: Promise<void> = Promise.resolve();
let last: ReadCharacter | null = null;

try {
  const folder = await openModelFolder(modelFolder);
  const tracking = await openTrackerModels(folder);
  const personMatte = await openBuiltInModel(folder, 'person-matte');
  const models: OpenedHeadModels = { ...tracking, personMatte };
  port.on('message', (call: CharacterCall) => {
    queue = queue.then(() => answer(call, models));
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
}

async function answer(call: CharacterCall, models: OpenedHeadModels): Promise<void> {
  if (call.kind === 'close') {
    models.close();
    models.personMatte.close();
    port?.close();
    return;
  }
  const { number } = call;
  try {
    if (call.kind === 'read') {
      const read = await readCharacter(call.image, models);
      last = read;
      send({ kind: 'read', number, character: read.character });
    } else {
      invariant(last !== null, 'a picture is read before its person is cut out');
      send({ kind: 'cut', number, figure: last.cutFigure() });
    }
  } catch (error) {
    send({ kind: 'refused', number, error: toWireError(error) });
  }
}

function send(message: CharacterAnswer): void {
  port?.postMessage(message);
}
