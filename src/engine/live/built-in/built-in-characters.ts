/**
 * The characters that come with the program: our own drawings (`tools/characters` makes them).
 * `resources/live/characters/characters.json` is the only list of them.
 */
import { readFile } from 'node:fs/promises';
import list from '../../../../resources/live/characters/characters.json' with { type: 'json' };

/** A character that comes with the program. */
export interface BuiltInCharacter {
  readonly id: string;
  /** Name of the character for display. */
  readonly name: string;
  /** Traits of the character that instructions can select. */
  readonly traits: readonly string[];
}

/** All of them; the first one is played when no words choose. */
export const builtInCharacters: readonly BuiltInCharacter[] = list.characters;

/** What somebody is says more than what they have. */
const kinds: ReadonlySet<string> = new Set(list.kinds);
const KIND_WEIGHT = 2;

/** A choice by traits, and those that the chosen one lacks. */
export interface ChosenCharacter {
  readonly character: BuiltInCharacter;
  readonly missing: readonly string[];
}

/** The character that has most of the traits; of several the first one. */
export function chooseBuiltIn(traits: readonly string[]): ChosenCharacter {
  const [first] = builtInCharacters;
  let chosen = first!;
  let most = 0;
  for (const character of builtInCharacters) {
    const score = traits
      .filter((trait) => character.traits.includes(trait))
      .reduce((sum, trait) => sum + (kinds.has(trait) ? KIND_WEIGHT : 1), 0);
    if (score > most) {
      most = score;
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
