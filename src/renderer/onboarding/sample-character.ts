import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import { useCharacters, useSettings } from '../app/app-context.ts';

/** Character of the first run: the chosen one, else the first built-in one; null until they are loaded. */
export function useSampleCharacter(): SavedCharacter | null {
  const characters = useCharacters((state) => state.characters);
  const chosenId = useSettings(({ settings }) => settings.live.characterId);
  return (
    characters.find(({ id }) => id === chosenId) ??
    characters.find(({ isBuiltIn }) => isBuiltIn) ??
    null
  );
}
