import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { BODY_MASK_SIZE, type BodyPose, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { CaptionWatch } from './caption-watch.ts';

const size = 256;
const FRAMES = 12;

interface Scene {
  /** Shift of the person in a frame. */
  readonly moved: readonly [x: number, y: number];
  readonly hasWords: boolean;
  /** Error of the joints to the right, and downwards, in pixels. */
  readonly off?: number;
  readonly offDown?: number;
  /** True for plain clothes with a waistband instead of the chequered shirt. */
  readonly hasWaistband?: boolean;
}

/** Draws a person of 120 by 180 pixels with a chequered shirt, and bars like those of text. */
function drawFrame({ moved, hasWords, hasWaistband = false }: Scene): I420Frame {
  const frame = createI420Frame(size, size);
  for (let at = 0; at < frame.y.length; at += 1) {
    const [x, y] = [at % size, Math.floor(at / size)];
    const [ownX, ownY] = [x - 60 - moved[0], y - 40 - moved[1]];
    const isPerson = ownX >= 0 && ownX < 120 && ownY >= 0 && ownY < 180;
    const isLight = hasWaistband
      ? ownY < 90
      : (Math.floor(ownX / 12) + Math.floor(ownY / 12)) % 2 === 0;
    frame.y[at] = isPerson ? (isLight ? 150 : 60) : 100;
    const isWord = y >= 120 && y < 140 && x >= 40 && x < 220 && x % 10 < 5;
    frame.y[at] = hasWords && isWord ? 235 : frame.y[at]!;
  }
  return frame;
}

function createPose([x, y]: readonly [number, number]): BodyPose {
  const mask = new Uint8Array(BODY_MASK_SIZE ** 2);
  for (let row = 40 + y; row < 220 + y; row += 1) {
    mask.fill(255, row * BODY_MASK_SIZE + 60 + x, row * BODY_MASK_SIZE + 180 + x);
  }
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const place = (number: number, atX: number, atY: number): void =>
    joints.set([atX + x, atY + y, 0, 1], number * JOINT_VALUES);
  place(joint.leftShoulder, 160, 70);
  place(joint.rightShoulder, 80, 70);
  place(joint.leftHip, 150, 190);
  place(joint.rightHip, 90, 190);
  const region = { centreX: size / 2, centreY: size / 2, width: size, height: size, rotation: 0 };
  return { joints, confidence: 1, region, mask };
}

/** Returns the captions of a clip. */
function watchClip(sceneOf: (frame: number) => Scene, frames: number): CaptionWatch {
  const captions = new CaptionWatch();
  const scenes = Array.from({ length: frames }, (_, index) => sceneOf(index));
  for (const [index, scene] of scenes.entries()) {
    const { moved, off = 0, offDown = 0 } = scene;
    const pose = createPose([moved[0] + off, moved[1] + offDown]);
    captions.add(drawFrame(scene), pose, { scene: 0, timestampUs: index * 40_000 });
  }
  captions.finish();
  return captions;
}

/** Returns the mask of words found in a frame, the sixth if none is given. */
function watch(sceneOf: (frame: number) => Scene, number = 5, frames = FRAMES): Uint8Array {
  const weights = new Uint8Array(size * size);
  const frame = drawFrame(sceneOf(number));
  watchClip(sceneOf, frames).draw(weights, frame, { number, width: size });
  return weights;
}

/** Returns how often pixels of a frame are read. */
function countReads(captions: CaptionWatch, frame: I420Frame, number: number): number {
  let reads = 0;
  const y = new Proxy(frame.y, {
    get(plane, key) {
      reads += 1;
      return Reflect.get(plane, key) as unknown;
    },
  });
  captions.draw(new Uint8Array(size * size), { ...frame, y }, { number, width: size });
  return reads;
}

const countOf = (words: Uint8Array): number =>
  words.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);

describe('words over a clip', () => {
  it.each([
    ['across', 2, 0],
    ['along', 0, 2],
  ])(
    'are found where they stay and the person moves %s their strokes, and nothing else',
    (_, x, y) => {
      const words = watch((index) => ({
        moved: [(index - 6) * x, (index - 6) * y],
        hasWords: true,
      }));
      let [found, wrong] = [0, 0];
      for (let at = 0; at < words.length; at += 1) {
        const [x, y] = [at % size, Math.floor(at / size)];
        const isWord = y >= 120 && y < 140 && x >= 40 && x < 220 && x % 10 < 5;
        const isBeside = y >= 119 && y <= 140 && x >= 39 && x <= 220 && (x + 1) % 10 < 7;
        found += isWord && words[at] === 255 ? 1 : 0;
        wrong += !isBeside && words[at] === 255 ? 1 : 0;
      }
      expect(found / (90 * 20)).toBeGreaterThan(0.95);
      expect(wrong).toBe(0);
    },
  );

  it('include nothing that moves, and nothing that a still person wears', () => {
    const count = (sceneOf: (frame: number) => Scene): number => countOf(watch(sceneOf));
    expect(count((index) => ({ moved: [index * 2 - 12, 0], hasWords: false }))).toBe(0);
    expect(count(() => ({ moved: [0, 0], hasWords: false }))).toBe(0);
    // Joints jitter by a few pixels.
    const trembling = (index: number): Scene => ({
      moved: [0, 0],
      hasWords: false,
      off: (index % 2) * 5,
    });
    expect(count(trembling)).toBe(0);
  });

  it('include no waistband of a person who sways along it', () => {
    const swaying = (index: number): Scene => ({
      moved: [index * 2 - 12, 0],
      offDown: index * 2,
      hasWords: false,
      hasWaistband: true,
    });
    expect(countOf(watch(swaying))).toBe(0);
  });

  it('are known as long as they are shown, also over a person who stands still later', () => {
    const stopping =
      (shownFrames: number) =>
      (index: number): Scene => ({
        moved: [Math.min(index, 12) * 2 - 12, 0],
        hasWords: index < shownFrames,
      });
    const [early, late] = [5, 55];
    const words = countOf(watch(stopping(60), early, 60));
    expect(countOf(watch(stopping(60), late, 60)) / words).toBeCloseTo(1, 1);
    expect(countOf(watch(stopping(40), late, 60))).toBe(0);
  });

  it('are compared once with a frame, however long they are shown', () => {
    const swinging = (index: number): Scene => ({
      moved: [Math.abs((index % 48) - 24) * 2 - 24, 0],
      hasWords: true,
    });
    const frame = drawFrame(swinging(0));
    const readsOf = (frames: number): number => countReads(watchClip(swinging, frames), frame, 0);
    expect(readsOf(144) / readsOf(24)).toBeLessThan(1.2);
  });

  it('are compared with a frame that lacks them no longer than needed', () => {
    const captions = watchClip((index) => ({ moved: [index * 2 - 12, 0], hasWords: true }), 24);
    const readsOf = (hasWords: boolean): number =>
      countReads(captions, drawFrame({ moved: [0, 0], hasWords }), 1000);
    expect(readsOf(false)).toBeLessThan(readsOf(true) / 5);
  });
});
