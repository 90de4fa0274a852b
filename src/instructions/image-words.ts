/** Words of one language for the given images and the people in them, as `GrammarWords`. */
export interface ImageWords {
  /** Words for several of the given images: “both”, “all three”. */
  readonly severalImages?: string;
  /** “The same” before what several images get. */
  readonly sameGrounds?: string;
  readonly otherImages?: string;
  /** Prepositions before an image into which somebody is put. */
  readonly insides?: string;
  /** People by their age, as owners of faces: “the kids”. */
  readonly ages?: string;
  /** Words that alone mean all given images, or all people: “all of them”, “alle”. */
  readonly everyOne?: string;
}
