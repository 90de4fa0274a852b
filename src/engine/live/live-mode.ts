/** Which part of the character is shown. */
export type LiveMode = 'face' | 'head' | 'body';
