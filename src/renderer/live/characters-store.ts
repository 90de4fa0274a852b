import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** An image that is not a character yet. */
export interface PendingImage {
  readonly name: string;
  readonly url: string;
  /** Source: a file, or an image of the camera. */
  readonly source: ChosenFile | Uint8Array<ArrayBuffer>;
}

/** Gallery of characters. */
export interface CharactersState {
  /** Newest first. */
  readonly characters: readonly SavedCharacter[];
  /** Image that was dropped or captured and waits for the person's consent. */
  readonly pending: PendingImage | null;
  /** Fault of the last image. */
  readonly error: AppError | null;
  readonly refresh: () => Promise<void>;
  /** Adds an image; returns the character, or null while consent is missing or when it was refused. */
  readonly add: (file: File) => Promise<SavedCharacter | null>;
  /** Adds an image of the camera, which waits for consent. */
  readonly capture: (camera: MediaStreamTrack, name: string) => Promise<void>;
  /** Confirms the consent for the pending image; returns the character. */
  readonly agree: () => Promise<SavedCharacter | null>;
  /** Discards the pending image, or clears the error. */
  readonly dismiss: () => void;
  /** Confirms the consent for a file, and makes a character of it. */
  readonly adopt: (fileId: string) => Promise<SavedCharacter>;
  readonly remove: (id: string) => Promise<void>;
}

/** See {@link CharactersState}. */
export type CharactersStore = StoreApi<CharactersState>;

/** Dependencies of the store. */
export interface CharactersStoreDependencies {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly captureImage: (
    camera: MediaStreamTrack,
  ) => Promise<{ readonly url: string; readonly jpeg: Uint8Array<ArrayBuffer> }>;
  readonly renderCharacter: (url: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Makes the store; it is empty until `refresh`. */
export function createCharactersStore({
  bridge,
  addFile,
  captureImage,
  renderCharacter,
}: CharactersStoreDependencies): CharactersStore {
  return createStore<CharactersState>()((set, get) => {
    const put = (character: SavedCharacter): void => {
      const others = get().characters.filter(({ id }) => id !== character.id);
      const at = get().characters.findIndex(({ id }) => id === character.id);
      set({
        characters: at === -1 ? [character, ...others] : others.toSpliced(at, 0, character),
      });
    };
    const upsert = async (character: SavedCharacter): Promise<SavedCharacter> => {
      put(character);
      if (character.pictureUrl !== null) {
        return character;
      }
      const bytes = await renderCharacter(character.url);
      if (bytes === null) {
        return character;
      }
      const drawn = await bridge.call('characters.keep_picture', { id: character.id, bytes });
      put(drawn);
      return drawn;
    };
    return {
      characters: [],
      pending: null,
      error: null,
      refresh: async () => set({ characters: await bridge.call('characters.list', {}) }),
      add: async (dropped) => {
        set({ error: null, pending: null });
        try {
          const file = await addFile(dropped);
          if (file.kind !== 'image') {
            throw new AppError('unsupported_format', `${file.name} is no picture.`, {
              details: faultDetails('picture_needed'),
            });
          }
          if (file.hasConsent) {
            return await upsert(await bridge.call('characters.add', { fileId: file.id }));
          }
          set({ pending: { name: file.name, url: file.url, source: file } });
        } catch (error) {
          if (!(error instanceof AppError)) {
            throw error;
          }
          set({ error });
        }
        return null;
      },
      capture: async (camera, name) => {
        const { url, jpeg } = await captureImage(camera);
        get().dismiss();
        set({ pending: { name, url, source: jpeg } });
      },
      agree: async () => {
        const { pending } = get();
        if (pending === null) {
          return null;
        }
        const character = await upsert(await agreeTo(pending, bridge));
        get().dismiss();
        return character;
      },
      dismiss: () => {
        forget(get().pending);
        set({ pending: null, error: null });
      },
      adopt: async (fileId) => upsert(await addAgreed(fileId, bridge)),
      remove: async (id) => {
        await bridge.call('characters.remove', { id });
        set({ characters: get().characters.filter((character) => character.id !== id) });
      },
    };
  });
}

async function agreeTo(
  { name, source }: PendingImage,
  bridge: Bridge<Ipc>,
): Promise<SavedCharacter> {
  return source instanceof Uint8Array
    ? bridge.call('characters.take', { bytes: source, name, hasConsent: true })
    : addAgreed(source.id, bridge);
}

async function addAgreed(fileId: string, bridge: Bridge<Ipc>): Promise<SavedCharacter> {
  const { id } = await bridge.call('files.agree', { id: fileId });
  return bridge.call('characters.add', { fileId: id });
}

/** Releases an image of the camera, which the page holds in memory. */
function forget(pending: PendingImage | null): void {
  if (pending?.source instanceof Uint8Array) {
    URL.revokeObjectURL(pending.url);
  }
}
