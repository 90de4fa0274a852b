/**
 * Which renderer shows the character: it follows from the picture and from what was asked for. A figure is cut out
 * only when a mode needs it; until it is ready, the face alone is shown.
 */
import { AppError } from '../../base/errors.ts';
import type { Character } from './character/character.ts';
import type { CharacterShelf } from './character/character-shelf.ts';
import type { Figure } from './character/figure.ts';
import { createFaceMode } from './face-mode.ts';
import type { LiveMode, LiveWarning } from './live-swap.ts';
import type { ModeParts, ModeRenderer } from './mode-renderer.ts';
import { createPuppetMode } from './puppet/puppet-mode.ts';

/** Casts a character. */
export interface Casting {
  /** Null before the first character. */
  readonly renderer: ModeRenderer | null;
  /** See `LiveSwap.setCharacter`. */
  setCharacter(image: Uint8Array): Promise<readonly LiveWarning[]>;
  /** Takes the character away, also one that is being made. */
  clear(): void;
  /** Asks for a mode; null takes the usual one. */
  setMode(mode: LiveMode | null): readonly LiveWarning[];
}

/** Casting of characters from a shelf. */
export function createCasting(characters: CharacterShelf, parts: ModeParts): Casting {
  return new ModeCasting(characters, parts);
}

class ModeCasting implements Casting {
  renderer: ModeRenderer | null = null;
  readonly #characters: CharacterShelf;
  readonly #parts: ModeParts;
  #count = 0;
  #mode: LiveMode = 'face';
  #character: Character | null = null;
  #image: Uint8Array = new Uint8Array();
  #face: ModeRenderer | null = null;
  #figure: Promise<Figure> | null = null;

  constructor(characters: CharacterShelf, parts: ModeParts) {
    this.#characters = characters;
    this.#parts = parts;
  }

  async setCharacter(image: Uint8Array): Promise<readonly LiveWarning[]> {
    this.#count += 1;
    const number = this.#count;
    const character = await this.#characters.read(image);
    if (number !== this.#count) {
      throw new AppError('cancelled', 'Another character was chosen meanwhile.');
    }
    this.#character = character;
    this.#image = image;
    this.#face = createFaceMode(character.source, this.#parts);
    this.#figure = null;
    return [...character.warnings, ...this.#cast()];
  }

  clear(): void {
    this.#count += 1;
    this.#character = null;
    this.#figure = null;
    this.#face = null;
    this.renderer = null;
  }

  setMode(mode: LiveMode | null): readonly LiveWarning[] {
    this.#mode = mode ?? 'face';
    return this.#cast();
  }

  #cast(): readonly LiveWarning[] {
    const character = this.#character;
    if (character === null) {
      return [];
    }
    const mode = this.#mode;
    const { noHead, noBody } = character.showable;
    const why = mode === 'head' ? noHead : mode === 'body' ? noBody : null;
    if (mode === 'face' || why !== null) {
      this.renderer = this.#face;
      return why === null
        ? []
        : [
            {
              code: 'not_offered',
              message: `The ${mode === 'head' ? 'whole head' : 'whole character'} cannot be shown, because ${why}. The face alone is used.`,
            },
          ];
    }
    if (this.renderer?.mode !== mode || this.#figure === null) {
      this.renderer = this.#face;
      void this.#castFigure(character, mode);
    }
    return [];
  }

  async #castFigure(character: Character, part: 'head' | 'body'): Promise<void> {
    this.#figure ??= this.#characters.cutFigure(this.#image);
    const cut = this.#figure;
    try {
      const figure = await cut;
      if (this.#figure === cut && this.#mode === part) {
        const face = character.source.canonicalFace;
        this.renderer = createPuppetMode({ figure, face, part }, this.#parts);
      }
    } catch {
      // The face alone goes on: the thread ended, which the next character will be told.
      if (this.#figure === cut) {
        this.#figure = null;
      }
    }
  }
}
