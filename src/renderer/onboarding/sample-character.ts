import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import { useCharacters, useSettings } from '../app/app-context.ts';

/** Who the first run shows: whom the user chose, else the first one that comes with the app; null until they are read. */
export function useSampleCharacter(): SavedCharacter | null {
  const characters = useCharacters((state) => state.characters);
  const chosenId = useSettings(({ settings }) => settings.live.characterId);
  return (
    characters.find(({ id }) => id === chosenId) ??
    characters.find(({ isBuiltIn }) => isBuiltIn) ??
    null
  );
}
