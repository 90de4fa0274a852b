/**
 * Built-in characters: original drawings of `tools/characters`. `resources/live/characters/characters.json` is the only
 * list of them.
 */
import { readFile } from 'node:fs/promises';
import list from '../../../../resources/live/characters/characters.json' with { type: 'json' };

/** Built-in character. */
export interface BuiltInCharacter {
  readonly id: string;
  /** Name of the character for display. */
  readonly name: string;
  /** Traits of the character that instructions can select. */
  readonly traits: readonly string[];
}

/** All built-in characters; the first one is the default. */
export const builtInCharacters: readonly BuiltInCharacter[] = list.characters;

/** Traits that name the kind of a character; they weigh more than its attributes. */
const kinds: ReadonlySet<string> = new Set(list.kinds);
const KIND_WEIGHT = 2;

/** Chosen character and the requested traits that it lacks. */
export interface ChosenCharacter {
  readonly character: BuiltInCharacter;
  readonly missing: readonly string[];
}

/** Returns the character with the highest score for the traits; the first of several. */
export function chooseBuiltIn(traits: readonly string[]): ChosenCharacter {
  const [first] = builtInCharacters;
  let chosen = first!;
  let max = 0;
  for (const character of builtInCharacters) {
    const score = traits
      .filter((trait) => character.traits.includes(trait))
      .reduce((sum, trait) => sum + (kinds.has(trait) ? KIND_WEIGHT : 1), 0);
    if (score > max) {
      max = score;
      chosen = character;
    }
  }
  return {
    character: chosen,
    missing: traits.filter((trait) => !chosen.traits.includes(trait)),
  };
}

/** Reads the image of a character: WebP. */
export function readBuiltIn({ id }: BuiltInCharacter): Promise<Uint8Array> {
  return readFile(new URL(`../../../../resources/live/characters/${id}.webp`, import.meta.url));
}
