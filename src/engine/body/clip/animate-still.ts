/**
 * Moves the person of a still as the driver of a clip moves:
 *
 *   still -> person, joints -> layers, ground        clip, once: joints, face -> motion in the build of the still
 *   every frame: layers bent by the joints, drawn on the ground, written
 */
import type { WrittenVideo } from '../../io/video/video-writer.ts';
import { summariseMotion } from './motion-check.ts';
import { followDriver, readDrivenStill } from './read-driven.ts';
import { prepareCharacter } from './prepared-character.ts';
import { type RenderedAnimation, renderAnimation } from './render-animation.ts';
import { findWorstSeams } from './seam-check.ts';
import type { AnimationFacts, StillAnimation } from './still-animation.ts';

/**
 * Animates a still. Throws `processing_failed` if one of the files shows nobody, `invalid_input` if the image does not
 * show the side that is asked for, and the errors of reading and writing. Aborting leaves no file.
 */
export async function animateStill(animation: StillAnimation): Promise<AnimationFacts> {
  const still = await readDrivenStill(animation);
  const startedAtMs = performance.now();
  const track = await followDriver(animation, still);
  const trackMs = performance.now() - startedAtMs;
  const prepared = await prepareCharacter(animation, { ...still, track });
  const { sound, ...made } = await renderAnimation(animation, { ...still, track, prepared });
  return summariseAnimation([made], { sound, trackMs, layersMs: prepared.tookMs });
}

/** Combines the facts of an animation that was rendered in parts; the first part contains its first frames. */
export function summariseAnimation(
  parts: readonly [RenderedAnimation, ...RenderedAnimation[]],
  {
    sound,
    trackMs,
    layersMs,
  }: Pick<WrittenVideo, 'sound'> & { readonly trackMs: number; readonly layersMs: number },
): AnimationFacts {
  const [{ findings }] = parts;
  const seams = findWorstSeams(parts.flatMap((part) => part.seams ?? []));
  const samples = parts.flatMap((part) => part.looks ?? []);
  const add = (name: keyof RenderedAnimation['times']): number =>
    parts.reduce((sum, { times }) => sum + times[name], 0);
  return {
    ...findings,
    ...(samples.length === 0
      ? { jointError: null, foundFraction: null }
      : summariseMotion(samples)),
    seams: seams ?? { holes: 0, slivers: 0, smears: 0 },
    sound,
    times: {
      track: trackMs,
      layers: layersMs + add('layers'),
      draw: add('draw'),
      measure: add('measure'),
      encode: add('encode'),
    },
  };
}
