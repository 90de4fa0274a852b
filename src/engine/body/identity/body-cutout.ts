/** Draws a whole character in place of the driver: on their joints, in the light of their scene. */
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import { findSeenLimbs } from '../body-build.ts';
import { type BodyCharacter, prepareBodyCharacter } from '../character/body-character.ts';
import type { BodyModels } from '../clip/still-animation.ts';
import { DrivenHead } from '../clip/driven-head.ts';
import { type FollowedLimbs, listFollowedLimbs } from '../clip/followed-limbs.ts';
import { createMotionCheck, type MotionMetrics } from '../clip/motion-check.ts';
import { measureSeams } from '../clip/seam-check.ts';
import { BodyPainter } from '../draw/body-painter.ts';
import { createSceneMaps } from '../draw/body-maps.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import type { BodyPose, Limb } from '../joints.ts';
import { measureFaceTone } from '../mouth-patch.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { CharacterMotion } from '../retarget.ts';
import { drawCastShadow } from '../scene/cast-shadow.ts';
import { drawContactShadow } from '../scene/contact-shadow.ts';
import { measureLight, relightImage } from '../scene/relight.ts';
import { createSceneMotion, moveToStill } from '../scene/scene-motion.ts';
import type { Hidden, SceneGround } from '../scene/scene-ground.ts';
import type { CharacterStill } from './character-still.ts';
import { findDriverTone } from './driver-tone.ts';
import type { SceneReading } from './read-scene.ts';
import type { SceneCutout, SceneFrame } from './scene-cutout.ts';

/** The inputs of a cutout. */
export interface CutoutSource {
  readonly scene: SceneReading;
  readonly still: CharacterStill;
  readonly models: BodyModels;
  readonly finder: PoseFinder;
  readonly pause: () => Promise<void>;
}

/** Maximum number of poses that are tried before the clip is drawn. */
const TRIED_POSES = 8;

/** Draws a whole character. */
export class BodyCutout implements SceneCutout {
  readonly method = 'body';
  readonly limbs: readonly Limb[];
  /** Limbs that follow the driver. */
  readonly followed: FollowedLimbs;
  /** The joints of the still. */
  readonly restJoints: Float32Array;
  /** The pose of the character in each frame. */
  readonly motion: CharacterMotion;
  /** Seams of the character in the poses of the clip. */
  readonly seams: SeamMetrics;
  readonly #painter: BodyPainter;
  readonly #head: DrivenHead | null;
  readonly #standsOnFeet: boolean;

  /** Use {@link createBodyCutout}. */
  constructor(
    motion: CharacterMotion,
    {
      painter,
      head,
      seams,
      character,
    }: {
      readonly painter: BodyPainter;
      readonly head: DrivenHead | null;
      readonly seams: SeamMetrics;
      readonly character: BodyCharacter;
    },
  ) {
    this.seams = seams;
    const { follows } = motion;
    this.motion = { ...motion, poses: head?.poses ?? motion.poses };
    this.followed = listFollowedLimbs(character, follows);
    this.limbs = this.followed.limbs;
    this.restJoints = character.joints;
    this.#standsOnFeet = follows.leftLeg && follows.rightLeg;
    this.#painter = painter;
    this.#head = head;
  }

  hide(_frame: SceneFrame, hidden: Hidden): Hidden {
    return hidden;
  }

  draw(ground: SceneGround, { index, timestampUs, shadow }: SceneFrame): I420Frame | null {
    const pose = this.motion.poses[index];
    if (pose === undefined) {
      return null;
    }
    if (this.#standsOnFeet) {
      if (shadow !== null) {
        drawCastShadow(ground.frame, pose.joints, shadow);
      }
      drawContactShadow(ground.frame, pose.joints, shadow === null ? 'soft' : 'hard');
    }
    return this.#paint(ground.frame, index, timestampUs);
  }

  /** Draws some poses on a ground, and checks with the pose network whether a person is found in the wanted poses. */
  tryOut(ground: I420Frame, finder: PoseFinder): MotionMetrics {
    const { poses, follows } = this.motion;
    const chosen = Array.from({ length: Math.min(TRIED_POSES, poses.length) }, (_, at) =>
      Math.floor(((at + 0.5) * poses.length) / Math.min(TRIED_POSES, poses.length)),
    );
    const tried = chosen.flatMap((index) => poses.slice(index, index + 1));
    const check = createMotionCheck(finder, { poses: tried, follows });
    for (const [at, index] of chosen.entries()) {
      check.add(this.#paint(ground, index, index), at);
    }
    return check.summarise();
  }

  close(): void {
    this.#painter.close();
  }

  #paint(ground: I420Frame, index: number, timestampUs: number): I420Frame {
    const painter = this.#painter;
    const pose = this.motion.poses[index];
    painter.setGround(ground);
    if (pose !== undefined) {
      painter.draw(
        pose,
        this.motion.follows,
        (frame) => this.#head?.draw(frame, index, timestampUs) ?? false,
      );
    }
    return painter.frame;
  }
}

/** Prepares a whole character for a scene. Takes seconds. */
export async function createBodyCutout(
  { scene, still, models, pause }: CutoutSource,
  pose: BodyPose,
): Promise<BodyCutout> {
  const { track, colour } = scene;
  const canvas = { width: track.size.width & ~1, height: track.size.height & ~1 };
  const image = lightStill(still, scene);
  const character = await prepareBodyCharacter(image, pose, {
    matte: models.matte,
    parse: models.parse,
    pause,
  });
  const { joints, shown } = character;
  const motion = createSceneMotion(track, { joints, size: image, shown });
  const { face, others } = still;
  const frame = toVideoFrame(image, colour);
  const { matte, canonicalFace } = models;
  const head =
    face === null
      ? null
      : new DrivenHead(
          { image, frame, face, others, joints, matte, canonicalFace, canvas },
          track.frames,
          motion.poses,
        );
  const drawn = leaveHiddenLegs(character, scene);
  const painter = new BodyPainter(drawn, createI420Frame(canvas.width, canvas.height, colour), {
    createMaps: createSceneMaps,
    sizes: motion.poses.map(({ size }) => size),
  });
  await pause();
  const poses = head?.poses ?? motion.poses;
  const seams = measureSeams(character, moveToStill({ ...motion, poses }, joints));
  return new BodyCutout(motion, { painter, head, seams, character });
}

/** Removes legs that the driver does not show, because they are behind something or outside of the frame. */
function leaveHiddenLegs(character: BodyCharacter, { track }: SceneReading): BodyCharacter {
  const seen = findSeenLimbs(
    track.frames.map(({ joints }) => joints),
    track.size,
  );
  return {
    ...character,
    layers: character.layers.filter(
      ({ part }) => (part !== 'leftLeg' && part !== 'rightLeg') || seen[part],
    ),
  };
}

/** Returns the still in the light of the scene, as measured by both faces; unchanged if one of them is missing. */
function lightStill({ image, face }: CharacterStill, { track, colour }: SceneReading) {
  const driver = findDriverTone(track.frames);
  return face === null || driver === null
    ? image
    : relightImage(image, measureLight(measureFaceTone(toVideoFrame(image, colour), face), driver));
}
