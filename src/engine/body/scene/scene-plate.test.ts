import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { BODY_MASK_SIZE, type BodyPose } from '../joints.ts';
import { createScenePlate, type PlateSource, type ScenePlate } from './scene-plate.ts';
import { SceneGround } from './scene-ground.ts';
import { SceneRecorder } from './scene-recorder.ts';

const size = { width: 256, height: 256 };
const colour = { matrix: 'bt709', isFullRange: false } as const;
const pause = (): Promise<void> => Promise.resolve();
const PERSON = 235;

/** Returns the value of a smooth texture without nearby repetition. */
function textureAt(x: number, y: number): number {
  const wave = Math.sin(x * 0.11 + Math.sin(y * 0.07) * 2) + Math.sin(y * 0.13 + x * 0.031);
  return Math.round(110 + 40 * wave);
}

/** Draws a frame of a camera shifted over the texture, with a bright square at `column` in front. */
function drawFrame(shift: number, column: number | null): I420Frame {
  const frame = createI420Frame(size.width, size.height, colour);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const isPerson = column !== null && x >= column && x < column + 40 && y >= 90 && y < 170;
      frame.y[y * size.width + x] = isPerson ? PERSON : textureAt(x + shift, y);
    }
  }
  return frame;
}

/** Creates the pose that the network would estimate for the square. */
function createPose(column: number): BodyPose {
  const mask = new Uint8Array(BODY_MASK_SIZE ** 2);
  for (let y = 90; y < 170; y += 1) {
    mask.fill(255, y * BODY_MASK_SIZE + column, y * BODY_MASK_SIZE + column + 40);
  }
  const region = { centreX: 128, centreY: 128, width: 256, height: 256, rotation: 0 };
  return { joints: new Float32Array(0), confidence: 1, region, mask };
}

function record(
  frames: readonly { readonly shift: number; readonly column: number }[],
): readonly [SceneRecorder, PlateSource] {
  const recorder = new SceneRecorder();
  for (const { shift, column } of frames) {
    const frame = drawFrame(shift, column);
    recorder.add({
      planes: frame,
      pose: createPose(column),
      face: null,
      faces: [],
      scene: 0,
      timestampUs: 0,
    });
  }
  const [source] = recorder.finish();
  return [recorder, source!];
}

function erase(plate: ScenePlate, recorder: SceneRecorder, index: number, frame: I420Frame) {
  const ground = new SceneGround(size, colour);
  const hole = recorder.frames[index]!.hole!;
  ground.update(frame, {
    plate,
    view: plate.views[index]!,
    hidden: { holes: [hole] },
    caster: null,
  });
  return ground;
}

function findWorst(shown: I420Frame, shift: number, isCounted: (at: number) => boolean): number {
  let worst = 0;
  for (let at = 0; at < shown.y.length; at += 1) {
    const wanted = textureAt((at % size.width) + shift, Math.floor(at / size.width));
    worst = isCounted(at) ? Math.max(worst, Math.abs(shown.y[at]! - wanted)) : worst;
  }
  return worst;
}

describe('a scene without its person', () => {
  it('shows the background from other frames', async () => {
    const columns = [20, 60, 100, 140, 180];
    const [recorder, source] = record(columns.map((column) => ({ shift: 0, column })));
    const plate = await createScenePlate(source, pause);
    expect(plate).toMatchObject({ isStill: true, guessedFraction: 0 });
    const frame = drawFrame(0, 100);
    const ground = erase(plate, recorder, 2, frame);
    expect(findWorst(ground.frame, 0, () => true)).toBeLessThanOrEqual(1);
    // Pixels outside the person are unchanged.
    const untouched = ground.weights.findIndex((weight, at) => {
      return weight === 0 && ground.frame.y[at] !== frame.y[at];
    });
    expect(untouched).toBe(-1);
  });

  it('is in the light that is around the hole, a shadow included', async () => {
    const columns = [20, 60, 100, 140, 180];
    const [recorder, source] = record(columns.map((column) => ({ shift: 0, column })));
    const plate = await createScenePlate(source, pause);
    const changed = drawFrame(0, 100);
    // The lower half is in a shadow that no other frame has.
    for (let at = 128 * size.width; at < changed.y.length; at += 1) {
      changed.y[at] = changed.y[at]! - 30;
    }
    const { frame } = erase(plate, recorder, 2, changed);
    const at = (x: number, y: number): number => frame.y[y * size.width + x]! - textureAt(x, y);
    expect(at(120, 105)).toBeGreaterThan(-6);
    expect(at(120, 155)).toBeLessThan(-24);
  });

  it('follows a camera that pans', async () => {
    const frames = Array.from({ length: 7 }, (_, index) => ({
      shift: index * 5,
      column: 190 - index * 25,
    }));
    const [recorder, source] = record(frames);
    expect(source.path.isStill).toBe(false);
    expect(source.path.views[6]!.shiftX).toBeCloseTo(30, 0);
    const plate = await createScenePlate(source, pause);
    expect(plate.image.width).toBeGreaterThanOrEqual(285);
    const { frame, weights } = erase(plate, recorder, 3, drawFrame(15, 115));
    expect(findWorst(frame, 15, (at) => weights[at]! > 250)).toBeLessThan(12);
  });

  it('is synthesised without the person where no frame shows it', async () => {
    const [recorder, source] = record([0, 1, 2].map(() => ({ shift: 0, column: 100 })));
    const plate = await createScenePlate(source, pause);
    expect(plate.guessedFraction).toBeGreaterThan(0.04);
    const { frame, weights } = erase(plate, recorder, 1, drawFrame(0, 100));
    const brightest = frame.y.reduce(
      (max, value, at) => (weights[at]! > 250 ? Math.max(max, value) : max),
      0,
    );
    expect(brightest).toBeLessThan(215);
  });
});
