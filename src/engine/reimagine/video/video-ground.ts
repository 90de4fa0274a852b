/**
 * Changes the background behind the people of a frame, in the frame itself, by the kernels of live scenes. The old
 * background is first removed from their soft edge, or it would be a rim over the new one.
 */
import { type Backdrop, createBackdrop } from '../../live/scene/backdrop.ts';
import {
  fillBackground,
  replaceBackground,
  toFrameColour,
} from '../../live/scene/replace-background.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { drawScene } from '../background/draw-scene.ts';
import { studioLightAt } from '../background/studio-light.ts';
import { freeEdge, separateSides, unmixPeople } from '../motion/free-edge.ts';
import type { ReimagineStep, StepColour } from '../../../instructions/step.ts';

/** A step that changes the background and is offered for videos. */
export type VideoGroundStep = Extract<
  ReimagineStep,
  { kind: 'background_blur' | 'background_colour' | 'background_studio' | 'background_scene' }
>;

/** Returns whether a step changes the background of a video by these kernels. */
export function isVideoGroundStep(step: ReimagineStep): step is VideoGroundStep {
  return (
    step.kind === 'background_blur' ||
    step.kind === 'background_colour' ||
    step.kind === 'background_studio' ||
    step.kind === 'background_scene'
  );
}

/** Factor from the amount of a step to the blur of live scenes. */
const BLUR = 0.75;

/** Changes the background of the frames of one video. */
export class VideoGround {
  readonly #clean = createBackdrop();
  /** Colours of people near their edge. */
  readonly #front = createBackdrop();
  #others = new Uint8Array(0);
  #wide = new Uint8Array(0);
  readonly #blurred = createBackdrop();
  #wall: Pick<Backdrop, 'width' | 'height' | 'step' | 'y' | 'u' | 'v'> | null = null;

  /** Changes a frame behind `people` (half its size, 255 a person). */
  replace(frame: I420Frame, people: Uint8Array, step: VideoGroundStep): void {
    if (this.#others.length !== people.length) {
      this.#others = new Uint8Array(people.length);
      this.#wide = new Uint8Array(people.length);
    }
    // Keeps each side free of colours of the other, although the matte is not exact.
    separateSides(people, (frame.width + 1) >> 1, { others: this.#others, wide: this.#wide });
    this.#clean.update(frame, this.#wide, null);
    this.#unmix(frame, people);
    if (step.kind === 'background_blur') {
      this.#blurred.update(frame, this.#wide, step.amount * BLUR);
    }
    freeEdge(frame, people, this.#clean);
    switch (step.kind) {
      case 'background_blur':
        replaceBackground(frame, people, this.#blurred);
        break;
      case 'background_colour':
        fillBackground(frame, people, toFrameColour(frame, step.colour));
        break;
      case 'background_studio':
        this.#wall ??= paintWall(frame, step.colour);
        replaceBackground(frame, people, this.#wall);
        break;
      case 'background_scene':
        this.#wall ??= paintScene(frame, step);
        replaceBackground(frame, people, this.#wall);
        break;
      default:
        step satisfies never;
    }
  }

  #unmix(frame: I420Frame, people: Uint8Array): void {
    this.#front.update(frame, this.#others, null);
    unmixPeople(frame, people, { front: this.#front, ground: this.#clean });
  }
}

/** Pixels of a frame per pixel of a wall, which has no detail. */
const WALL_STEP = 8;

function paintWall(
  frame: I420Frame,
  [red, green, blue]: StepColour,
): ReturnType<typeof createWall> {
  const wall = createWall(frame, WALL_STEP);
  for (let row = 0, at = 0; row < wall.height; row += 1) {
    for (let column = 0; column < wall.width; column += 1, at += 1) {
      const light = studioLightAt(column / wall.width, row / wall.height);
      const lit = (value: number): number => Math.min(255, value * light);
      const { y, u, v } = toFrameColour(frame, [lit(red), lit(green), lit(blue)]);
      wall.y[at] = y;
      wall.u[at] = u;
      wall.v[at] = v;
    }
  }
  return wall;
}

/** Pixels of a frame per pixel of a scene; fewer, because stars and lights are small. */
const SCENE_STEP = 2;

function paintScene(
  frame: I420Frame,
  { scene, colour }: Extract<VideoGroundStep, { kind: 'background_scene' }>,
): ReturnType<typeof createWall> {
  const wall = createWall(frame, SCENE_STEP);
  const { pixels } = drawScene(wall, scene, colour);
  for (let at = 0; at < wall.y.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    const { y, u, v } = toFrameColour(frame, [red, green, blue]);
    wall.y[at] = y;
    wall.u[at] = u;
    wall.v[at] = v;
  }
  return wall;
}

function createWall({ width, height }: I420Frame, step: number) {
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const plane = (): Float32Array => new Float32Array(columns * rows);
  return { width: columns, height: rows, step, y: plane(), u: plane(), v: plane() };
}
