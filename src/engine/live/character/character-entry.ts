/** The thread that makes characters of pictures, so that the live picture never waits for one. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import { openModelFolder } from '../../models/model-folder.ts';
import { openBuiltInModel } from '../../models/open-fixed-model.ts';
import { type CharacterModels, readCharacter, type ReadCharacter } from './character.ts';
import type { CharacterAnswer, CharacterCall, CharacterStart } from './character-messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of characters has a parent');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by openCharacterHost
const { modelFolder } = workerData as CharacterStart;

interface OpenedCharacterModels extends CharacterModels {
  close(): void;
}

let queue: Promise<void> = Promise.resolve();
/** The picture that was read last: its person may be asked for too. */
let last: { readonly image: Uint8Array; readonly read: ReadCharacter } | null = null;

try {
  const models = await openModels();
  port.on('message', (call: CharacterCall) => {
    queue = queue.then(() => answer(call, models));
  });
  send({ kind: 'ready' });
  // The process is ended suddenly.
  flushCompileCache();
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
}

async function openModels(): Promise<OpenedCharacterModels> {
  const folder = await openModelFolder(modelFolder);
  const [shortRange, fullRange, mesh, personMatte, canonicalFace] = await Promise.all([
    openBuiltInModel(folder, 'face-detection-short'),
    openBuiltInModel(folder, 'face-detection-full'),
    openBuiltInModel(folder, 'face-mesh'),
    openBuiltInModel(folder, 'person-matte'),
    folder.readCanonicalFace(),
  ]);
  return {
    shortRange,
    fullRange,
    mesh,
    personMatte,
    canonicalFace,
    close() {
      for (const model of [shortRange, fullRange, mesh, personMatte]) {
        model.close();
      }
    },
  };
}

async function answer(call: CharacterCall, models: OpenedCharacterModels): Promise<void> {
  if (call.kind === 'close') {
    models.close();
    port?.close();
    return;
  }
  const { number, image } = call;
  try {
    const read: ReadCharacter =
      last !== null && Buffer.compare(last.image, image) === 0
        ? last.read
        : await readCharacter(image, models);
    last = { image, read };
    if (call.kind === 'read') {
      send({ kind: 'read', number, character: read.character });
    } else {
      send({ kind: 'cut', number, cutout: read.cutOut() });
    }
  } catch (error) {
    send({ kind: 'refused', number, error: toWireError(error) });
  }
}

function send(message: CharacterAnswer): void {
  port?.postMessage(message);
}
