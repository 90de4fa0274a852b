import { setImmediate as breathe } from 'node:timers/promises';
import { type BodyCharacter, prepareBodyCharacter } from '../character/body-character.ts';
import type { BodyTrack } from '../joints.ts';
import { type AdditionalBody, isSeenIn, layerAdditional, showViews } from './additional-views.ts';
import type { DrivenStill } from './read-driven.ts';
import type { StillAnimation } from './still-animation.ts';

/** A character in layers, ready to be drawn. */
export interface PreparedCharacter {
  readonly front: BodyCharacter;
  /** The stills from other sides that some frame shows. */
  readonly bodies: readonly AdditionalBody[];
  /** Time that the preparation took, in milliseconds. */
  readonly tookMs: number;
}

/** Prepares the character of an animation. Takes seconds. */
export async function prepareCharacter(
  { models, signal }: Pick<StillAnimation, 'models' | 'signal'>,
  { still, additional, track }: DrivenStill & { readonly track: BodyTrack },
): Promise<PreparedCharacter> {
  const startedAtMs = performance.now();
  const pause = async (): Promise<void> => {
    await breathe();
    signal.throwIfAborted();
  };
  const { matte, parse } = models;
  const front = await prepareBodyCharacter(still.image, still.pose, { matte, parse, pause });
  const views = showViews(track, additional);
  const bodies = await layerAdditional(
    additional.filter(({ view }) => isSeenIn(views, view)),
    { matte, parse, pause },
  );
  return { front, bodies, tookMs: performance.now() - startedAtMs };
}
