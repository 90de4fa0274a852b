import { createMouthCloser } from '../../face/shape/close-mouth.ts';
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { clamp, mean, computeMedian } from '../../vision/math.ts';
import { chooseMouths } from '../library/choose-mouths.ts';
import type { LibraryMouth } from '../library/lower-face.ts';
import { learnMouthBasis } from '../mouth/learn-mouth-basis.ts';
import { measureMouth, measureSkew, type MouthMeasures, subtractMouth } from '../mouth/measures.ts';
import { confineMouthBasis, readMouthBasis } from '../mouth/mouth-basis.ts';
import { findMouthRest, type MouthRest, toMouthRest } from '../mouth/mouth-rest.ts';
import type { OwnMouth } from '../redraw/reshape-mouth.ts';
import { findVisibility } from '../redraw/visibility.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import type { ClipFace, ClipFrame } from './tracked-clip.ts';

/** The speaker in one scene of a clip: light and viewing angle differ between scenes. */
export interface SceneMouths {
  readonly own: OwnMouth;
  /** Factor on wanted mouths, halfway between the usual opening of the person and that of others. */
  readonly strength: number;
  /** Width added per opening, in widths, so that mouths appear as wide as wanted however wide they open. */
  readonly widening: number;
  /** Reusable mouths in ascending frame order; empty where mouths are drawn. */
  readonly library: readonly LibraryMouth[];
}

/** Prepared mouths of all scenes of a clip. */
export interface PreparedMouths {
  readonly scenes: readonly (SceneMouths | null)[];
  /** Visibility of the mouth in each frame, 0..1; only visible mouths are redrawn. */
  readonly visibility: Float32Array;
}

/** Maximum number of mouths of a clip and of a scene, and minimum per scene. */
const MAX_MOUTHS = 600;
const MAX_OF_SCENE = 260;
const MIN_OF_SCENE = 24;
/**
 * Opening (widths, at this rank of all frames) below which mouths are drawn and the library is empty: its mouths would
 * show a third of the wanted gaps.
 */
const POOR_OPENING = 0.1;
const OPENING_RANK = 0.95;
/** Opening of an average person in widths, and maximum of the strength. */
const USUAL_OPENING = 0.24;
const MAX_STRENGTH = 1.05;
/** Strength of drawn mouths: they look convincing only while small. Ridge of the basis regression. */
const DRAWN_STRENGTH = 0.8;
const RIDGE = 0.6;
/**
 * Widening of mouths of a clip whose width does not depend on their opening, its maximum, and that of drawn mouths: the
 * former look narrower the wider they open, the latter wider.
 */
const WIDENING = 0.15;
const MAX_WIDENING = 0.3;
const DRAWN_WIDENING = -0.15;
/** Lip gap at rest, in widths, from which lips never meet. */
const OPEN_REST = 0.04;
/** Frames over which the mesh is smoothed, and the lip gap (widths) assumed for frames without one. */
const BESIDE = [-2, -1, 0, 1, 2];
const UNKNOWN = 0.03;

interface SeenFace {
  readonly index: number;
  readonly face: ClipFace;
  readonly shape: FrontalShape;
}

interface Scene {
  readonly mouths: ReadonlyMap<number, MouthMeasures>;
  readonly opening: number;
}

/** Computes rest, basis and library of the speaker in every scene; `pause` is awaited between steps. */
export async function prepareMouths(
  frames: readonly ClipFrame[],
  speaker: ClipSpeaker,
  {
    canonicalFace,
    pause,
  }: { readonly canonicalFace: CanonicalFace; readonly pause: () => Promise<void> },
): Promise<PreparedMouths> {
  const visibility = findSceneVisibility(frames, speaker);
  const seen = listSeen(speaker, visibility);
  const count = (frames.at(-1)?.scene ?? -1) + 1;
  if (seen.length === 0) {
    return { scenes: Array.from({ length: count }, () => null), visibility };
  }
  // One rest serves all scenes, since a short one may not show the mouth at rest.
  await pause();
  const own = learnOwn(seen, canonicalFace);
  await pause();
  const scenes = Array.from({ length: count }, (_, scene): Scene | null => {
    const shown = seen.filter(({ index }) => frames[index]!.scene === scene);
    return shown.length === 0 ? null : toScene(shown, own);
  });
  const rich = scenes.filter((scene) => scene !== null && scene.opening >= POOR_OPENING);
  const skews = new Map(seen.map(({ index, shape }) => [index, measureSkew(shape)]));
  const usualSkew = computeMedian([...skews.values()], 0);
  const max = clamp(Math.floor(MAX_MOUTHS / count), MIN_OF_SCENE, MAX_OF_SCENE);
  /** The mouth some frames away; undefined where it was not seen, or beyond a cut. */
  const findBeside = (
    mouths: ReadonlyMap<number, MouthMeasures>,
    index: number,
    step: number,
  ): MouthMeasures | undefined =>
    frames[index + step]?.scene === frames[index]?.scene ? mouths.get(index + step) : undefined;
  const toLibrary = (mouths: ReadonlyMap<number, MouthMeasures>): LibraryMouth[] =>
    chooseMouths(
      frames.map((_, index) => mouths.get(index) ?? null),
      max,
    ).map((index) => ({
      index,
      mouth: mouths.get(index)!,
      parted: Math.max(...BESIDE.map((step) => findBeside(mouths, index, step)?.open ?? UNKNOWN)),
      speed: computeSpeed(findBeside(mouths, index, -1), findBeside(mouths, index, 1)),
      yaw: speaker.faces[index]!.pose.yaw,
      pitch: speaker.faces[index]!.pose.pitch,
      skew: Math.max(0, skews.get(index)! - usualSkew),
    }));
  const prepared: (SceneMouths | null)[] = [];
  for (const scene of scenes) {
    await pause();
    if (scene === null) {
      prepared.push(null);
      continue;
    }
    // A scene in which the person is silent borrows the mouths of scenes with speech.
    const from = scene.opening >= POOR_OPENING ? [scene] : rich;
    const opening = Math.max(0, ...from.map((one) => one?.opening ?? 0));
    const mouths = new Map(from.flatMap((one) => [...(one?.mouths ?? [])]));
    prepared.push({
      own,
      strength:
        mouths.size === 0
          ? DRAWN_STRENGTH
          : Math.min(MAX_STRENGTH, Math.sqrt(opening / USUAL_OPENING)),
      widening:
        mouths.size === 0
          ? DRAWN_WIDENING
          : clamp(WIDENING - findWidening([...mouths.values()]), 0, MAX_WIDENING),
      library: mouths.size === 0 ? [] : toLibrary(mouths),
    });
  }
  return { visibility, scenes: prepared };
}

/** Returns how much wider a person's mouth gets per opening (least squares). */
function findWidening(mouths: readonly MouthMeasures[]): number {
  const [open, wide] = [mean(mouths.map((one) => one.open)), mean(mouths.map((one) => one.wide))];
  let [spread, shared] = [0, 0];
  for (const one of mouths) {
    spread += (one.open - open) ** 2;
    shared += (one.open - open) * (one.wide - wide);
  }
  return spread === 0 ? 0 : shared / spread;
}

/** Returns the change of the lip gap per frame between two frames beside one; 0 where either is missing. */
function computeSpeed(before: MouthMeasures | undefined, after: MouthMeasures | undefined): number {
  return before === undefined || after === undefined ? 0 : Math.abs(after.open - before.open) / 2;
}

/** Computes visibility per scene: after a cut, skin looks different without being covered. */
function findSceneVisibility(frames: readonly ClipFrame[], { faces }: ClipSpeaker): Float32Array {
  const visibility = new Float32Array(frames.length);
  for (let start = 0; start < frames.length;) {
    let end = start;
    while (end < frames.length && frames[end]!.scene === frames[start]!.scene) {
      end += 1;
    }
    visibility.set(findVisibility(faces.slice(start, end)), start);
    start = end;
  }
  return visibility;
}

/** Lists the faces whose mouth is fully visible. */
function listSeen({ faces, shapes }: ClipSpeaker, visibility: Float32Array): SeenFace[] {
  return faces.flatMap((face, index) => {
    const shape = shapes[index];
    return face === null || shape === null || shape === undefined || visibility[index] !== 1
      ? []
      : [{ index, face, shape }];
  });
}

function learnOwn(seen: readonly SeenFace[], canonicalFace: CanonicalFace): OwnMouth {
  const calm = findMouthRest(seen.map(({ shape }) => shape));
  const rest = calm.measures.open > OPEN_REST ? closeRest(calm, canonicalFace) : calm;
  const samples = seen.map(({ shape, face }) => ({ shape, pose: face.pose }));
  const basis = learnMouthBasis(samples, rest, { basis: readMouthBasis(), ridge: RIDGE });
  return { rest, basis: confineMouthBasis(basis, canonicalFace) };
}

/** Closes the rest of a person whose lips never meet: otherwise the mouth would gape in all speech. */
function closeRest({ shape }: MouthRest, canonicalFace: CanonicalFace): MouthRest {
  const closed = shape.slice();
  createMouthCloser(canonicalFace)(closed);
  return toMouthRest(closed);
}

function toScene(seen: readonly SeenFace[], { rest }: OwnMouth): Scene {
  const mouths = new Map(
    seen.map(({ index, shape }) => [index, subtractMouth(measureMouth(shape), rest.measures)]),
  );
  const opens = [...mouths.values()].map(({ open }) => open).toSorted((a, b) => a - b);
  return { mouths, opening: opens[Math.floor(opens.length * OPENING_RANK)] ?? 0 };
}
