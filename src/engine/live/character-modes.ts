/**
 * Selects the renderer of a character by the requested mode, else by the image. Cutouts are made only for modes that
 * need them. A new character appears together with its cutout; when a mode is requested later, the face alone is shown
 * until the cutout is ready.
 */
import { AppError } from '../../base/errors.ts';
import type { Character } from './character/character.ts';
import type { ArmMover, CharacterArms } from './character-arms.ts';
import type { CharacterCache } from './character/character-cache.ts';
import type { CharacterCutout } from './character/character-cutout.ts';
import { createFaceMode } from './face-mode.ts';
import type { SwapWarning } from './swap-warning.ts';
import type { LiveMode } from './live-mode.ts';
import type { ModeDependencies, ModeRenderer } from './mode-renderer.ts';
import type { PuppetPart } from './puppet/puppet.ts';
import { createPuppetMode } from './puppet/puppet-mode.ts';
import type { LiveMouth } from './talk/live-mouth.ts';
import { TalkingPortraitRenderer } from './talk/talking-portrait-renderer.ts';

/** Renders a character in one of its modes. */
export interface CharacterModes {
  /** Current renderer; null before the first character. */
  readonly renderer: ModeRenderer | null;
  /** Talking image that replaces the camera in the mode `talk`; null in every other mode. */
  readonly talking: TalkingPortraitRenderer | null;
  /** Mode of the renderer, or of the one in preparation; null without a character. */
  readonly mode: LiveMode | null;
  /** True when the mode was chosen automatically and needs a mask of people, which costs most of the time. */
  readonly isReducible: boolean;
  /**
   * See `LiveSwap.setCharacter`. `next` is the mode that the caller sets with `setMode` right after, which reports its
   * warnings: no other mode is prepared.
   */
  setCharacter(
    image: Uint8Array,
    next?: { readonly mode: LiveMode | null },
  ): Promise<readonly SwapWarning[]>;
  /** Removes the character, including one in preparation. */
  clear(): void;
  /** Sets the mode; null selects the best mode for the image of the character. */
  setMode(mode: LiveMode | null): readonly SwapWarning[];
  /** Sets or resets the face as the default mode, for a machine that is too slow for more. */
  setReduced(isReduced: boolean): void;
  /** True when the arms of the character currently move like the streamer's. */
  readonly movesArms: boolean;
  /** Enables or disables arm motion of bodies; disabled arms stay as in the image. */
  setArms(areMoved: boolean): void;
}

/** Parts that create the modes of characters. */
export type CharacterModeDependencies = ModeDependencies & {
  readonly mouth: LiveMouth;
  /** Null where arms stay as in the image. */
  readonly arms: ArmMover | null;
};

/** Creates the modes of characters from a cache. */
export function createCharacterModes(
  characters: CharacterCache,
  dependencies: CharacterModeDependencies,
): CharacterModes {
  return new ModeCasting(characters, dependencies);
}

/** Returns the puppet part of a mode; null for modes without a cutout. */
function toPuppetPart(mode: LiveMode): PuppetPart | null {
  return mode === 'head' || mode === 'body' ? mode : null;
}

class ModeCasting implements CharacterModes {
  renderer: ModeRenderer | null = null;
  talking: TalkingPortraitRenderer | null = null;
  readonly #characters: CharacterCache;
  readonly #dependencies: CharacterModeDependencies;
  #count = 0;
  /** Requested mode; null selects the best mode for the image. */
  #requested: LiveMode | null = null;
  #isReduced = false;
  #character: Character | null = null;
  #image: Uint8Array = new Uint8Array();
  #face: ModeRenderer | null = null;
  #cutout: Promise<CharacterCutout> | null = null;
  /** Arms of the cutout; resolves to null when the image shows none that can move. */
  #arms: Promise<CharacterArms | null> | null = null;
  #areArmsMoved = true;
  movesArms = false;

  constructor(characters: CharacterCache, dependencies: CharacterModeDependencies) {
    this.#characters = characters;
    this.#dependencies = dependencies;
  }

  get mode(): LiveMode | null {
    return this.#character === null ? null : this.#find(this.#character).mode;
  }

  get isReducible(): boolean {
    return this.#requested === null && this.renderer?.needsPeople === true;
  }

  async setCharacter(
    image: Uint8Array,
    next?: { readonly mode: LiveMode | null },
  ): Promise<readonly SwapWarning[]> {
    this.#count += 1;
    const number = this.#count;
    const character = await this.#characters.read(image);
    this.#requireNewest(number);
    const needsCutout = toPuppetPart(this.#find(character, next?.mode).mode) !== null;
    const cutout = needsCutout ? await this.#characters.cutOut(image) : null;
    this.#requireNewest(number);
    this.#character = character;
    this.#image = image;
    this.#face = createFaceMode(character.source, this.#dependencies);
    this.#cutout = cutout === null ? null : Promise.resolve(cutout);
    this.#dropArms();
    this.#showFace();
    const { mode, warnings } = this.#find(character, next?.mode);
    const part = toPuppetPart(mode);
    if (part !== null && cutout !== null) {
      this.#showPuppet(character, cutout, part);
    }
    this.#endTalk();
    this.#castTalk(character, mode);
    return next === undefined ? [...character.warnings, ...warnings] : character.warnings;
  }

  clear(): void {
    this.#count += 1;
    this.#character = null;
    this.#cutout = null;
    this.#face = null;
    this.#dropArms();
    this.#showFace();
    this.#endTalk();
  }

  setMode(mode: LiveMode | null): readonly SwapWarning[] {
    this.#requested = mode;
    return this.#cast();
  }

  setReduced(isReduced: boolean): void {
    if (this.#isReduced !== isReduced) {
      this.#isReduced = isReduced;
      this.#cast();
    }
  }

  setArms(areMoved: boolean): void {
    if (this.#areArmsMoved !== areMoved) {
      this.#areArmsMoved = areMoved;
      if (this.renderer?.mode === 'body') {
        this.#showFace();
        this.#cast();
      }
    }
  }

  #requireNewest(number: number): void {
    if (number !== this.#count) {
      throw new AppError('cancelled', 'Another character was chosen meanwhile.');
    }
  }

  /** Returns the mode of a character, with warnings when it differs from the requested one. */
  #find(
    { showable }: Character,
    requested = this.#requested,
  ): { mode: LiveMode; warnings: readonly SwapWarning[] } {
    const { noHead, noBody, usualMode } = showable;
    const mode = requested ?? (this.#isReduced ? 'face' : usualMode);
    const why = mode === 'head' ? noHead : mode === 'body' ? noBody : null;
    if (why === null) {
      return { mode, warnings: [] };
    }
    const message = `The ${mode === 'head' ? 'whole head' : 'whole character'} cannot be shown, because ${why}. The face alone is used.`;
    return { mode: 'face', warnings: [{ code: 'not_offered', message }] };
  }

  #cast(): readonly SwapWarning[] {
    const character = this.#character;
    if (character === null) {
      return [];
    }
    const { mode, warnings } = this.#find(character);
    const part = toPuppetPart(mode);
    if (part === null) {
      this.#showFace();
    } else if (this.renderer?.mode !== part || this.#cutout === null) {
      this.#showFace();
      void this.#castCutout(character, part);
    }
    this.#castTalk(character, mode);
    return warnings;
  }

  #castTalk(character: Character, mode: LiveMode): void {
    if (mode !== 'talk') {
      this.#endTalk();
      return;
    }
    const [image, characters] = [this.#image, this.#characters];
    this.talking ??= new TalkingPortraitRenderer(
      {
        canonicalFace: character.source.canonicalFace,
        read: (frame) => characters.readPortrait(image, frame),
        cut: (frame) => characters.cutPortrait(image, frame),
      },
      this.#dependencies.mouth,
    );
  }

  #endTalk(): void {
    this.talking?.close();
    this.talking = null;
  }

  #showFace(): void {
    this.renderer = this.#face;
    this.movesArms = false;
  }

  /** Shows a cutout at once, and moves its arms as soon as they are separated. */
  #showPuppet(character: Character, cutout: CharacterCutout, part: PuppetPart): void {
    const face = character.source.canonicalFace;
    this.renderer = createPuppetMode({ cutout, face, part }, this.#dependencies);
    this.movesArms = false;
    if (part === 'body' && this.#areArmsMoved) {
      void this.#castArms(character, cutout);
    }
  }

  async #castArms(character: Character, cutout: CharacterCutout): Promise<void> {
    this.#arms ??= this.#dependencies.arms?.separate(this.#image, cutout) ?? null;
    const separating = this.#arms;
    const still = this.renderer;
    try {
      const arms = (await separating) ?? null;
      if (arms !== null && this.#arms === separating && this.renderer === still) {
        const face = character.source.canonicalFace;
        const body = { cutout: arms.cutout, face, part: 'body', arms } as const;
        this.renderer = createPuppetMode(body, this.#dependencies);
        this.movesArms = true;
      }
    } catch {
      // The arms stay as in the image: their thread ended, which the next character finds out again.
      this.#arms = this.#arms === separating ? null : this.#arms;
    }
  }

  #dropArms(): void {
    void this.#arms?.then((arms) => arms?.close()).catch(() => undefined);
    this.#arms = null;
  }

  async #castCutout(character: Character, part: PuppetPart): Promise<void> {
    this.#cutout ??= this.#characters.cutOut(this.#image);
    const cut = this.#cutout;
    try {
      const cutout = await cut;
      if (this.#cutout === cut && this.mode === part) {
        this.#showPuppet(character, cutout, part);
      }
    } catch {
      // The face alone stays: the thread ended, and the next character reports it.
      if (this.#cutout === cut) {
        this.#cutout = null;
      }
    }
  }
}
