/** Handles additional stills of a character: which still each frame shows, and how each is drawn. */
import { type BodyLayers, layerBody } from '../character/body-character.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { createSceneMaps } from '../draw/body-maps.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import { moveToStill } from '../scene/scene-motion.ts';
import { BodyPainter } from '../draw/body-painter.ts';
import { createProfileOrder } from '../draw/layer-order.ts';
import type { ShadowedGround } from '../draw/shadowed-ground.ts';
import type { BodyTrack } from '../joints.ts';
import { type BodyRest, type CharacterMotion, retarget } from '../retarget.ts';
import { type BodyView, chooseViews, type ShownView } from '../views/choose-views.ts';
import { fitCanvas } from '../views/fit-canvas.ts';
import { mirrorBody } from '../views/mirror-body.ts';
import { layerProfile } from '../views/profile-body.ts';
import { findTorsoYaws } from '../views/torso-yaw.ts';
import { AnimatedView } from './animated-view.ts';
import type { AdditionalStill } from './read-additional.ts';
import { measureSeams } from './seam-check.ts';
import type { AnimationFacts, BodyModels } from './still-animation.ts';

/** Chooses the still for each frame of a driver. */
export function showViews(
  track: BodyTrack,
  additional: readonly AdditionalStill[],
): readonly ShownView[] {
  const { frames } = track;
  if (additional.length === 0) {
    return frames.map(() => ({ view: 'front', other: null }));
  }
  const yaws = findTorsoYaws(track);
  return chooseViews(
    frames.map((frame, index) => ({ ...frame, yaw: yaws[index] ?? 0 })),
    additional.map(({ view }) => view),
  );
}

/** Counts the frames of each still; during a dissolve the dominant one counts. */
export function countViews(views: readonly ShownView[]): AnimationFacts['views'] {
  const count = (...counted: readonly BodyView[]): number =>
    views.filter(({ view }) => counted.includes(view)).length;
  return { front: count('front'), side: count('left', 'right'), back: count('back') };
}

/** Returns whether any of the frames shows a still. */
export function isSeenIn(views: readonly ShownView[], wanted: BodyView): boolean {
  return views.some(({ view, other }) => view === wanted || other?.view === wanted);
}

/** Returns the poses of the frames that mainly show a still; all poses if none does. */
export function listPoses(
  { poses, follows }: CharacterMotion,
  views: readonly ShownView[],
  wanted: BodyView,
): Pick<CharacterMotion, 'poses' | 'follows'> {
  const seen = poses.filter((_, index) => views[index]?.view === wanted);
  return { poses: seen.length === 0 ? poses : seen, follows };
}

/** A range of frames; `to` is exclusive. */
interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** An additional still in layers. */
export interface AdditionalBody {
  readonly view: AdditionalStill['view'];
  readonly body: BodyLayers;
}

/** Divides additional stills into layers. Takes about two seconds for each image. */
export async function layerAdditional(
  stills: readonly AdditionalStill[],
  {
    matte,
    parse,
    pause,
  }: Pick<BodyModels, 'matte' | 'parse'> & { readonly pause: () => Promise<void> },
): Promise<readonly AdditionalBody[]> {
  const divided = new Map<RgbaImage, BodyLayers>();
  const bodies: AdditionalBody[] = [];
  for (const { view, image, pose, isMirrored } of stills) {
    const layer = view === 'back' ? layerBody : layerProfile;
    const body = divided.get(image) ?? (await layer(image, pose, { matte, parse, pause }));
    divided.set(image, body);
    bodies.push({ view, body: isMirrored ? mirrorBody(body) : body });
  }
  return bodies;
}

/** The first still, in whose position and scale the others are drawn. */
interface FirstStill {
  readonly rest: BodyRest;
  readonly ratio: CharacterMotion['ratio'];
  readonly ground: ShadowedGround;
}

/** Creates the views of additional stills, aligned with the first one. The caller closes them. */
export function createAdditionalViews(
  bodies: readonly AdditionalBody[],
  track: BodyTrack,
  first: FirstStill,
): ReadonlyMap<BodyView, AnimatedView> {
  const { ground } = first;
  const animated = new Map<BodyView, AnimatedView>();
  try {
    for (const { view, body } of bodies) {
      const order = view === 'left' || view === 'right' ? createProfileOrder(view) : undefined;
      const motion = moveAdditional({ view, body }, track, first);
      const painter = new BodyPainter(body, ground.frame, {
        createMaps: createSceneMaps,
        order,
        sizes: motion.poses.map(({ size }) => size),
      });
      animated.set(view, new AnimatedView(motion, { painter, ground, head: null }));
    }
  } catch (error) {
    for (const view of animated.values()) {
      view.close();
    }
    throw error;
  }
  return animated;
}

/**
 * Measures the seams of each additional still over all frames that show it. The span that contains the first such frame
 * measures it.
 */
export function measureAdditional(
  bodies: readonly AdditionalBody[],
  animated: ReadonlyMap<BodyView, AnimatedView>,
  { views, span }: { readonly views: readonly ShownView[]; readonly span: FrameSpan },
): readonly SeamMetrics[] {
  return bodies.flatMap(({ view, body }) => {
    const first = views.findIndex((shown) => shown.view === view);
    const motion = animated.get(view)?.motion;
    if (motion === undefined || first < span.from || first >= span.to) {
      return [];
    }
    const poses = listPoses(motion, views, view);
    return [measureSeams(body, moveToStill({ ...motion, ...poses }, body.joints))];
  });
}

/** Returns the motion of an additional still on the canvas of the first one. */
function moveAdditional(
  { view, body: { joints: own, width, height, shown } }: AdditionalBody,
  track: BodyTrack,
  { rest, ratio }: FirstStill,
): CharacterMotion {
  const { joints, size } = fitCanvas({ joints: own, size: { width, height } }, rest);
  return retarget(
    track,
    { joints, size: rest.size, shown },
    { followsTurn: true, additional: { size, ratio, isProfile: view !== 'back' } },
  );
}
