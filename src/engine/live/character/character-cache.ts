import { createHash } from 'node:crypto';
import { AppError } from '../../../base/errors.ts';
import type { Size } from '../../io/video/output-size.ts';
import type { CutPortrait, TalkingPortrait } from '../talk/read-talking-portrait.ts';
import type { Character } from './character.ts';
import { type CharacterHost, openCharacterHost } from './character-host.ts';
import type { CharacterCutout } from './character-cutout.ts';

/** Creates characters on a thread and caches the most recent ones. */
export interface CharacterCache {
  /**
   * Throws the errors of `readCharacter`, and `processing_failed` when the thread died; the next call starts a new one.
   */
  read(image: Uint8Array): Promise<Character>;
  /** Cuts the person out of an image; the last cutout is cached. */
  cutOut(image: Uint8Array): Promise<CharacterCutout>;
  /** See `CharacterHost.readPortrait` and `cutPortrait`; their results are not cached. */
  readPortrait(image: Uint8Array, frame: Size): Promise<TalkingPortrait>;
  cutPortrait(image: Uint8Array, frame: Size): Promise<CutPortrait>;
  close(): Promise<void>;
}

/** Maximum number of cached characters of up to 4 MB each. */
const MAX = 4;

/** Starts the thread and loads its networks. Throws `processing_failed` when they cannot be loaded. */
export async function openCharacterCache(start: {
  readonly modelFolder: string;
}): Promise<CharacterCache> {
  let opening = openCharacterHost(start);
  await opening;
  let isClosed = false;
  const characters = new Map<string, Promise<Character>>();

  const findThread = async (): Promise<CharacterHost> => {
    const pending = opening;
    const thread = await pending.catch(() => null);
    if (isClosed) {
      throw new AppError('cancelled', 'The live swap was closed.');
    }
    if (thread?.hasEnded() === false) {
      return thread;
    }
    // The first caller opens the next thread, others wait for it.
    if (opening === pending) {
      opening = openCharacterHost(start);
    }
    return opening;
  };
  let cut: { readonly key: string; readonly cutout: Promise<CharacterCutout> } | null = null;
  const cache = (key: string, character: Promise<Character>): void => {
    characters.set(key, character);
    const [oldest] = characters.keys();
    if (characters.size > MAX && oldest !== undefined) {
      characters.delete(oldest);
    }
    // A failed image is read again at the next request: the cause may be gone.
    character.catch(() => {
      if (characters.get(key) === character) {
        characters.delete(key);
      }
    });
  };

  return {
    async read(image) {
      const key = toKey(image);
      const known = characters.get(key);
      const character = known ?? findThread().then((found) => found.read(image));
      // Re-inserting moves the character to the end of the map: the first one is the oldest.
      characters.delete(key);
      cache(key, character);
      return character;
    },
    async cutOut(image) {
      const key = toKey(image);
      if (cut?.key === key) {
        return cut.cutout;
      }
      const cutout = findThread().then((found) => found.cutOut(image));
      const own = { key, cutout };
      cut = own;
      cutout.catch(() => {
        cut = cut === own ? null : cut;
      });
      return cutout;
    },
    readPortrait: async (image, frame) => (await findThread()).readPortrait(image, frame),
    cutPortrait: async (image, frame) => (await findThread()).cutPortrait(image, frame),
    async close() {
      isClosed = true;
      characters.clear();
      cut = null;
      await (await opening.catch(() => null))?.close();
    },
  };
}

function toKey(image: Uint8Array): string {
  return createHash('sha256').update(image).digest('hex');
}
