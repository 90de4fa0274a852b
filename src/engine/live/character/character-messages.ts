import type { WireError } from '../../../base/errors.ts';
import type { Character } from './character.ts';
import type { CharacterCutout } from './character-cutout.ts';

/** What the thread is started with. */
export interface CharacterStart {
  readonly modelFolder: string;
}

/** What the thread is asked: to read a picture, or to cut its person out. */
export type CharacterCall =
  | { readonly kind: 'read' | 'cut'; readonly number: number; readonly image: Uint8Array }
  | { readonly kind: 'close' };

/** What it answers. */
export type CharacterAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly number: number; readonly character: Character }
  | { readonly kind: 'cut'; readonly number: number; readonly cutout: CharacterCutout }
  | { readonly kind: 'refused'; readonly number: number; readonly error: WireError }
  | { readonly kind: 'failed'; readonly error: WireError };
