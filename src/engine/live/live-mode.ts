/** Part of the character that is shown; `talk` animates its image by the voice, without a camera. */
export type LiveMode = 'face' | 'head' | 'body' | 'talk';
