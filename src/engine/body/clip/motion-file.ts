/**
 * Stores what is found before the first frame of an animation, from which several workers render: the driver's track and
 * the character in layers.
 */
import { writeFile } from 'node:fs/promises';
import { withLines } from '../../io/value-lines.ts';
import type { BodyTrack } from '../joints.ts';
import { listCharacterLines, readCharacterLines } from './character-lines.ts';
import type { PreparedCharacter } from './prepared-character.ts';
import { listTrackLines, readTrackLines } from './track-file.ts';

/** All that is found before the first frame. */
interface PreparedMotion {
  readonly track: BodyTrack;
  readonly prepared: PreparedCharacter;
}

/** Writes a prepared motion. */
export async function writePreparedMotion(
  path: string,
  { track, prepared }: PreparedMotion,
): Promise<void> {
  await writeFile(path, listLines(track, prepared));
}

function* listLines(track: BodyTrack, prepared: PreparedCharacter): Generator<string, void> {
  yield* listTrackLines(track);
  yield* listCharacterLines(prepared);
}

/** Reads a motion of {@link writePreparedMotion}; null for a file of another version, and for a damaged one. */
export function readPreparedMotion(path: string): Promise<PreparedMotion | null> {
  return withLines(path, async (lines) => ({
    track: await readTrackLines(lines),
    prepared: await readCharacterLines(lines),
  }));
}
