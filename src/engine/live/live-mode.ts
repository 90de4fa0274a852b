/** Which part of the character is shown; `talk`: its picture, which speaks by itself and follows a voice instead of a camera. */
export type LiveMode = 'face' | 'head' | 'body' | 'talk';
