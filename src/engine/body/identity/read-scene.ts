import type { TrackerHost } from '../../swap/tracker-host.ts';
import { computeColour, type YuvColour } from '../../pixels/frame.ts';
import { type Similarity, unmoved } from '../../vision/similarity.ts';
import { type AnalyzedFrame, trackBody } from '../clip/track-body.ts';
import { type BodyTrack, toFramesPerSecond } from '../joints.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';
import type { CaptionWatch } from '../scene/caption-watch.ts';
import { findHeldThings, type HeldThings } from '../scene/held-things.ts';
import { type HiddenFrame, listHiddenFrames } from '../scene/hidden-frames.ts';
import { createScenePlate, type ScenePlate } from '../scene/scene-plate.ts';
import { type DriverSight, SceneRecorder } from '../scene/scene-recorder.ts';
import { findDriverTone } from './driver-tone.ts';

/**
 * Faces whose distance to the hips is below this fraction of the body's square touch the driver, unless they are
 * smaller than this fraction of the driver's face, and so in the background.
 */
const TOUCH = 0.22;
const MIN_OTHER = 0.6;

/** A clip that a character is put into. */
export interface SceneFile {
  readonly path: string;
  readonly mime?: string | undefined;
}

/** A clip with the driver of every frame. */
export interface ScenePeople {
  readonly track: BodyTrack;
  readonly people: readonly DriverSight[];
  readonly colour: YuvColour;
  /** Fraction of the frames in which another face is inside of the driver's body. */
  readonly touchedFraction: number;
}

/** The driver of a clip, with the background behind them. */
export interface SceneReading extends ScenePeople {
  readonly hidden: readonly HiddenFrame[];
  /** One plate for each scene; null if nobody was found in it. */
  readonly plates: readonly (ScenePlate | null)[];
  /** Things that the driver holds in each scene; null for none. */
  readonly held: readonly (HeldThings | null)[];
  /** Captions over the clip. */
  readonly captions: CaptionWatch;
}

/** Input, models and limits of a scene reading. */
export interface PeopleReading {
  readonly video: SceneFile;
  readonly maxShortSide: number;
  readonly maxDurationUs: number;
  readonly finder: PoseFinder;
  /** The user's network that refines joints; null for none. */
  readonly refine?: RefinePose | null | undefined;
  /** Reserved for this reading while it runs. */
  readonly tracker: TrackerHost;
  readonly signal: AbortSignal;
  /** Called with the end time of each tracked frame. */
  readonly onFrame: (endUs: number) => void;
}

/** Tracks the driver of a clip. Throws the errors of `trackBody`. */
export async function readPeople(reading: PeopleReading): Promise<ScenePeople> {
  const { recorder: _, ...people } = await record(reading);
  return people;
}

/** Tracks the driver of a clip, and reconstructs the scenes without them. Throws the errors of `trackBody`. */
export async function readScene(
  reading: PeopleReading,
  pause: () => Promise<void>,
): Promise<SceneReading> {
  const { recorder, ...scene } = await record(reading);
  const { people, track } = scene;
  const skin = findDriverTone(track.frames);
  const plates: (ScenePlate | null)[] = [];
  const held: (HeldThings | null)[] = [];
  for (const source of recorder.finish()) {
    const plate = source === null ? null : await createScenePlate(source, pause);
    const isKnown = source !== null && plate !== null && skin !== null;
    plates.push(plate);
    held.push(isKnown ? findHeldThings({ ...source, ...plate, skin }) : null);
    await pause();
  }
  const framesPerSecond = toFramesPerSecond(track.frameRate);
  const view = (frame: number): Similarity => selectView(plates, people[frame]);
  return {
    ...scene,
    hidden: listHiddenFrames(people, framesPerSecond, view),
    plates,
    held,
    captions: recorder.captions,
  };
}

async function record({
  video,
  ...reading
}: PeopleReading): Promise<ScenePeople & { readonly recorder: SceneRecorder }> {
  const recorder = new SceneRecorder();
  let colour: YuvColour = { matrix: 'bt709', isFullRange: false };
  let touched = 0;
  const track = await trackBody({
    ...video,
    ...reading,
    onAnalyzed(seen) {
      colour = computeColour(seen.planes);
      recorder.add(seen);
      touched += isTouched(seen) ? 1 : 0;
    },
  });
  const { frames: people } = recorder;
  const touchedFraction = touched / Math.max(1, people.length);
  return { track, people, colour, touchedFraction, recorder };
}

/** Returns the transform from pixels of a frame to pixels of its scene's plate. */
export function selectView(
  plates: readonly (ScenePlate | null)[],
  people: DriverSight | undefined,
): Similarity {
  return people === undefined ? unmoved : (plates[people.scene]?.views[people.index] ?? unmoved);
}

/** Returns whether another person's face is inside of the driver's body. */
function isTouched({ face, faces, pose }: AnalyzedFrame): boolean {
  if (pose === null) {
    return false;
  }
  const { centreX, centreY, width } = pose.region;
  const reach = width * TOUCH;
  return faces.some(
    (other) =>
      other !== face &&
      Math.hypot(
        other.box.left + other.box.width / 2 - centreX,
        other.box.top + other.box.height / 2 - centreY,
      ) < reach &&
      (face === null || other.box.width > face.box.width * MIN_OTHER),
  );
}
