import { clamp } from '../../vision/math.ts';
import { countLevels } from '../source/texture-levels.ts';
import type { FaceMemory } from './face-memory.ts';

/**
 * Texture pixels per pixel of the face, roughly: eyes and mouth take up a smaller part of the texture than of a face
 * (two thirds), and drawing softens.
 */
const TEXTURE_DENSITY = 2;
/** Difference from the level in use from which another is clearly better. */
const BETTER = 0.7;

/**
 * Returns the texture level nearest to the detail that a face can show; it changes only when another is clearly better.
 * Width and size are in pixels.
 */
export function chooseLevel(
  { level, isEmpty }: Pick<FaceMemory, 'level' | 'isEmpty'>,
  faceWidth: number,
  size: number,
): number {
  const wanted = clamp(Math.log2(size / (TEXTURE_DENSITY * faceWidth)), 0, countLevels(size) - 1);
  return isEmpty || Math.abs(wanted - level) > BETTER ? Math.round(wanted) : level;
}
