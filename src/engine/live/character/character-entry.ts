/** Thread that creates characters from images, so that live frames never wait for one. */
import { flushCompileCache } from 'node:module';
import { openModelFolder } from '../../models/model-folder.ts';
import { openBuiltInModel } from '../../models/open-fixed-model.ts';
import { closeThreadPort, serveThread } from '../../threads/serve-thread.ts';
import { type CharacterModels, readCharacter, type ReadCharacter } from './character.ts';
import { invariant } from '../../../base/errors.ts';
import type { Size } from '../../io/video/output-size.ts';
import {
  cutTalkingPortrait,
  type CutPortrait,
  readTalkingPortrait,
  type TalkingPortrait,
} from '../talk/read-talking-portrait.ts';

interface OpenedCharacterModels extends CharacterModels {
  close(): void;
}

let models: OpenedCharacterModels | null = null;
/** The last image read: its cutout may be requested next. */
let last: { readonly image: Uint8Array; readonly read: ReadCharacter } | null = null;

const methods = {
  /** Loads the networks; must be called first, once. */
  async open(modelFolder: string): Promise<void> {
    models = await openModels(modelFolder);
    // The process may be killed without notice.
    setImmediate(flushCompileCache);
  },
  read: async (image: Uint8Array) => (await readImage(image)).character,
  cutOut: async (image: Uint8Array) => (await readImage(image)).cutOut(),
  readPortrait: (request: PortraitRequest) => readPortrait(request),
  async cutPortrait(request: PortraitRequest): Promise<CutPortrait> {
    const portrait = await readPortrait(request);
    invariant(models !== null, 'a portrait was read with them');
    return cutTalkingPortrait(portrait, models);
  },
  close(): void {
    models?.close();
    closeThreadPort();
  },
};

/** Request for a talking portrait at the size of a frame. */
interface PortraitRequest {
  readonly image: Uint8Array;
  readonly frame: Size;
}

/** Methods of the thread. */
export type CharacterMethods = typeof methods;

serveThread(methods);

function readPortrait({ image, frame }: PortraitRequest): Promise<TalkingPortrait> {
  invariant(models !== null, 'networks are loaded before a portrait is read');
  return readTalkingPortrait(image, models, frame);
}

async function readImage(image: Uint8Array): Promise<ReadCharacter> {
  invariant(models !== null, 'networks are loaded before a picture is read');
  const read: ReadCharacter =
    last !== null && Buffer.compare(last.image, image) === 0
      ? last.read
      : await readCharacter(image, models);
  last = { image, read };
  return read;
}

async function openModels(modelFolder: string): Promise<OpenedCharacterModels> {
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
