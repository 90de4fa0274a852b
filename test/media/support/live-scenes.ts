import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { createI420Frame } from '../../../src/engine/pixels/frame.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../../src/engine/track/face-finder.ts';
import { movePoint, moveStill, pasteFrame, type Motion } from './moving-still.ts';

/** Person in a synthetic frame: their still, and its transform into the frame. */
export interface Actor {
  readonly still: I420Frame;
  /** The mesh in the still. */
  readonly landmarks: Float32Array;
  /** Embeddings of the face in pictures of several sizes. */
  readonly looks: readonly Float32Array[];
}

/** A synthetic frame with the true positions of its faces. */
export interface Scene {
  readonly frame: I420Frame;
  readonly faces: readonly { readonly actor: Actor; readonly landmarks: Float32Array }[];
}

/** Detects the largest face of a still. */
export function castActor(models: OpenedTrackerModels, still: I420Frame): Actor {
  const [face] = createFaceFinder(models).find(still);
  if (face === undefined) {
    throw new Error('There is no face in the still.');
  }
  const embedder = createFaceEmbedder(models.identity);
  const { landmarks } = face;
  const looks = [0.3, 0.45, 0.62].map((scale) => {
    const motion = { x: 240, y: 160, scale, turn: 0 };
    const frame = moveStill(still, { width: 480, height: 320 }, motion);
    return embedFace(embedder, frame, moveMesh(still, landmarks, motion));
  });
  return { still, landmarks, looks };
}

/** A picture of an actor on a background of their own. */
export function createStage(
  actor: Actor,
  size: { readonly width: number; readonly height: number },
  motion: Motion,
): Scene {
  const landmarks = moveMesh(actor.still, actor.landmarks, motion);
  return { frame: moveStill(actor.still, size, motion), faces: [{ actor, landmarks }] };
}

/** Pastes one frame over another; the covered faces no longer count as visible. */
export function paste(scene: Scene, part: Scene, left: number, top: number): Scene {
  pasteFrame(scene.frame, part.frame, left, top);
  const moved = part.faces.map(({ actor, landmarks }) => ({
    actor,
    landmarks: landmarks.map((value, at) => value + (at % 3 === 0 ? left : at % 3 === 1 ? top : 0)),
  }));
  return { frame: scene.frame, faces: [...scene.faces, ...moved] };
}

/** A grey frame in the colour format of stills. */
export function createEmptyScene(width: number, height: number, luma = 120): Scene {
  const frame = createI420Frame(width, height, { matrix: 'bt601', isFullRange: true });
  frame.y.fill(luma);
  return { frame, faces: [] };
}

/**
 * Creates a meter that returns the leak of an actor's real face in a frame: the highest similarity at any position of
 * their face.
 */
export function createLeakMeter(
  models: OpenedTrackerModels,
): (frame: I420Frame, scene: Scene, actor: Actor) => number {
  const embedder = createFaceEmbedder(models.identity);
  return (frame, { faces }, actor) => {
    let max = 0;
    for (const face of faces) {
      if (face.actor === actor && visibleShare(frame, face.landmarks) > 0.4) {
        const embedding = embedFace(embedder, frame, face.landmarks);
        for (const look of actor.looks) {
          max = Math.max(max, cosineSimilarity(embedding, look));
        }
      }
    }
    return max;
  };
}

function moveMesh(still: I420Frame, landmarks: Float32Array, motion: Motion): Float32Array {
  const moved = landmarks.slice();
  for (let at = 0; at < moved.length; at += 3) {
    const [x, y] = movePoint(still, motion, landmarks[at]!, landmarks[at + 1]!);
    moved[at] = x;
    moved[at + 1] = y;
    moved[at + 2]! *= motion.scale;
  }
  return moved;
}

function visibleShare(frame: I420Frame, landmarks: Float32Array): number {
  let inside = 0;
  for (let at = 0; at < landmarks.length; at += 3) {
    const [x, y] = [landmarks[at]!, landmarks[at + 1]!];
    inside += x >= 0 && y >= 0 && x < frame.width && y < frame.height ? 1 : 0;
  }
  return inside / (landmarks.length / 3);
}
