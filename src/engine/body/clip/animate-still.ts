/**
 * Makes the person of a still move as the driver of a clip does:
 *
 *   still -> person, joints -> layers, ground        clip, once: joints, face -> motion in the build of the still
 *   every frame: layers bent by the joints, drawn on the ground, written
 */
import type { WrittenVideo } from '../../io/video-writer.ts';
import { summariseMotion } from './motion-check.ts';
import { followDriver, readDrivenStill } from './read-driven.ts';
import { type RenderedAnimation, renderAnimation } from './render-animation.ts';
import { worstSeams } from './seam-check.ts';
import type { AnimationFacts, StillAnimation } from './still-animation.ts';

/**
 * Animates a still. Throws `processing_failed` where one of the files shows nobody, `invalid_input` where the picture does
 * not show the side that is asked for, and what reading and writing throw. Aborting leaves no file.
 */
export async function animateStill(animation: StillAnimation): Promise<AnimationFacts> {
  const still = await readDrivenStill(animation);
  const startedAtMs = performance.now();
  const track = await followDriver(animation, still);
  const trackMs = performance.now() - startedAtMs;
  const { sound, ...made } = await renderAnimation(animation, { ...still, track });
  return summariseAnimation([made], { sound, trackMs });
}

/** What became of an animation that was rendered in these parts, the first of which is that of its first frames. */
export function summariseAnimation(
  parts: readonly [RenderedAnimation, ...RenderedAnimation[]],
  { sound, trackMs }: Pick<WrittenVideo, 'sound'> & { readonly trackMs: number },
): AnimationFacts {
  const [{ findings }] = parts;
  const seams = worstSeams(parts.flatMap((part) => part.seams ?? []));
  const looks = parts.flatMap((part) => part.looks ?? []);
  const add = (name: keyof RenderedAnimation['times']): number =>
    parts.reduce((sum, { times }) => sum + times[name], 0);
  return {
    ...findings,
    ...(looks.length === 0 ? { jointError: null, foundFraction: null } : summariseMotion(looks)),
    seams: seams ?? { holes: 0, slivers: 0, smears: 0 },
    sound,
    times: {
      track: trackMs,
      layers: add('layers'),
      draw: add('draw'),
      measure: add('measure'),
      encode: add('encode'),
    },
  };
}
