import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Character } from '../../contract/ipc/characters.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** Who the streamer can be. */
export interface CharactersState {
  /** Newest first. */
  readonly characters: readonly Character[];
  /** A picture that was dropped and waits for the word that its person agrees. */
  readonly pending: ChosenFile | null;
  /** What was wrong with the last picture. */
  readonly error: AppError | null;
  readonly refresh: () => Promise<void>;
  /** Takes a picture in; gives the character, or null while the consent is missing or it was refused. */
  readonly add: (file: File) => Promise<Character | null>;
  /** Says that the person of the pending picture agrees; gives the character. */
  readonly agree: () => Promise<Character | null>;
  /** Gives the pending picture up, or takes the error off the screen. */
  readonly dismiss: () => void;
  readonly remove: (id: string) => Promise<void>;
}

/** See {@link CharactersState}. */
export type CharactersStore = StoreApi<CharactersState>;

/** What the store needs of the page. */
export interface CharactersNeeds {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly drawPicture: (url: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Makes the store; it is empty until `refresh`. */
export function createCharactersStore({
  bridge,
  addFile,
  drawPicture,
}: CharactersNeeds): CharactersStore {
  return createStore<CharactersState>()((set, get) => {
    const put = (character: Character): void => {
      const others = get().characters.filter(({ id }) => id !== character.id);
      const at = get().characters.findIndex(({ id }) => id === character.id);
      set({
        characters: at === -1 ? [character, ...others] : others.toSpliced(at, 0, character),
      });
    };
    const keep = async (file: ChosenFile): Promise<Character> => {
      const character = await bridge.call('characters.add', { fileId: file.id });
      put(character);
      if (character.pictureUrl !== null) {
        return character;
      }
      const bytes = await drawPicture(character.url);
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
            throw new AppError('unsupported_format', `${file.name} is no picture.`);
          }
          if (file.hasConsent) {
            return await keep(file);
          }
          set({ pending: file });
        } catch (error) {
          if (!(error instanceof AppError)) {
            throw error;
          }
          set({ error });
        }
        return null;
      },
      agree: async () => {
        const { pending } = get();
        if (pending === null) {
          return null;
        }
        const agreed = await bridge.call('files.agree', { id: pending.id });
        const character = await keep(agreed);
        set({ pending: null });
        return character;
      },
      dismiss: () => set({ pending: null, error: null }),
      remove: async (id) => {
        await bridge.call('characters.remove', { id });
        set({ characters: get().characters.filter((character) => character.id !== id) });
      },
    };
  });
}
