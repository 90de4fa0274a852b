/**
 * Words of one language with which people of an image are chosen. Alternatives are divided by `|`, and several words may
 * make one.
 */
export interface PersonWords {
  /** Words and phrases that mean nothing beside a choice. */
  readonly silent: string;
  readonly one: string;
  /** Nouns for all people of an image. */
  readonly everybody: string;
  readonly face: string;
  readonly faces: string;
  readonly all: string;
  readonly except: string;
  /** Everybody but who speaks. */
  readonly rest: string;
  readonly me: string;
  /** How who speaks begins to say where they are: “I’m the one”. */
  readonly self: string;
  readonly left: string;
  readonly right: string;
  readonly middle: string;
  readonly front: string;
  readonly back: string;
  /** Ordinals from one on; a space divides the forms of one. */
  readonly ordinals: string;
  /** Verbs that take somebody away and that no other list contains. */
  readonly removes: string;
}
