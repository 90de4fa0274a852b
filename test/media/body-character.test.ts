import { beforeAll, describe, expect, it } from 'vitest';
import { prepareBodyCharacter } from '../../src/engine/body/character/body-character.ts';
import type { BodyCharacter } from '../../src/engine/body/character/body-character.ts';
import type { LayerImage } from '../../src/engine/body/character/layer-colours.ts';
import { distanceToLimb, listLimbPoints } from '../../src/engine/body/character/limb-line.ts';
import { toTorsoFrame } from '../../src/engine/body/character/torso-frame.ts';
import { BodyPainter } from '../../src/engine/body/draw/body-painter.ts';
import { createExamplePose } from '../../src/engine/body/draw/example-pose.ts';
import { ShadowedGround } from '../../src/engine/body/draw/shadowed-ground.ts';
import { SeamMeter } from '../../src/engine/body/draw/seam-meter.ts';
import {
  cocoJoints,
  joint,
  JOINT_VALUES,
  middleOfJoints,
  toTorsoLength,
} from '../../src/engine/body/joints.ts';
import { createPoseFinder, type PoseFinder } from '../../src/engine/body/pose-finder.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import type { Point } from '../../src/engine/pixels/fill-polygon.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { toVideoFrame } from '../../src/engine/talk/avatar/to-frame.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { createDrawnPerson, type DrawnPerson, type DrawnPose } from './support/drawn-person.ts';
import { openBuiltModels } from './support/models.ts';

const size = { width: 360, height: 640 };
const colour = { matrix: 'bt709', isFullRange: false } as const;
const standing: DrawnPose = {
  leftArm: [30, 12],
  rightArm: [6, 2],
  leftLeg: [8, 6],
  rightLeg: [8, 6],
};

let still: DrawnPerson;
let draw: (pose: DrawnPose) => Promise<DrawnPerson>;
let finder: PoseFinder;
let character: BodyCharacter;
let dressed: BodyCharacter;
/** With her arms away from the body, and the parameters of the drawing. */
let open: { readonly character: BodyCharacter; readonly still: DrawnPerson };

beforeAll(async () => {
  const folder = await openBuiltModels();
  const face = await folder.readCanonicalFace();
  draw = await createDrawnPerson(face, { ...size, appearance: appearances[3]! });
  still = await draw(standing);
  const [detection, landmarks, matte] = await Promise.all([
    openBuiltInModel(folder, 'pose-detection'),
    openBuiltInModel(folder, 'pose-landmarks'),
    openBuiltInModel(folder, 'person-matte'),
  ]);
  finder = createPoseFinder({ detection, landmarks });
  const prepare = async ({ image }: DrawnPerson): Promise<BodyCharacter> => {
    const found = finder.find(toI420(image));
    expect(found).not.toBeNull();
    return prepareBodyCharacter(image, found!.pose, { matte, pause: () => Promise.resolve() });
  };
  character = await prepare(still);
  const stage = { ...size, appearance: appearances[1]!, outfit: 'dress' } as const;
  const drawDressed = await createDrawnPerson(face, stage);
  dressed = await prepare(await drawDressed(standing));
  const opened = await drawDressed({ ...standing, leftArm: [18, 14], rightArm: [18, 14] });
  open = { character: await prepare(opened), still: opened };
}, 300_000);

/** Draws the character with its joints moved as those that are drawn move from the still to another pose. */
function animate(to: Float32Array): Uint8Array {
  const joints = character.joints.slice();
  for (let at = 0; at < joints.length; at += 1) {
    joints[at]! += at % 4 < 2 ? to[at]! - still.joints[at]! : 0;
  }
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const painter = new BodyPainter(character, toVideoFrame(character.ground, colour));
  painter.draw({ joints, size: 1, head: { turn: 0, size: 1, ...ears } }, character.shown);
  const luma = painter.frame.y.slice(0, size.width * size.height);
  painter.close();
  return luma;
}

/** The fraction of the pixels `isMember` names that differ by more than noise. */
function countDifferences(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  isMember: (index: number) => boolean,
): number {
  let [differs, count] = [0, 0];
  for (let index = 0; index < a.length; index += 1) {
    if (isMember(index)) {
      count += 1;
      differs += Math.abs(a[index]! - b[index]!) > 24 ? 1 : 0;
    }
  }
  return differs / Math.max(1, count);
}

function mirror({ width, height, pixels }: RgbaImage): RgbaImage {
  const mirrored = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    mirrored.set(pixels.subarray(at * 4, at * 4 + 4), (at + width - 1 - 2 * x) * 4);
  }
  return { width, height, pixels: mirrored };
}

const lumaOf = (image: RgbaImage): Uint8Array => toVideoFrame(image, colour).y;

/** A layer without the pixels that another layer shows. */
function cutOut(layer: LayerImage, other: LayerImage): LayerImage {
  const pixels = layer.pixels.slice();
  for (let at = 0; at < layer.width * layer.height; at += 1) {
    const x = (at % layer.width) + layer.left - other.left;
    const y = Math.floor(at / layer.width) + layer.top - other.top;
    if (x >= 0 && y >= 0 && x < other.width && y < other.height) {
      pixels[at * 4 + 3]! *= other.pixels[(y * other.width + x) * 4 + 3]! > 0 ? 0 : 1;
    }
  }
  return { ...layer, pixels };
}

describe('joints of a still', () => {
  it('are mirrored where the still is, so that none is off to one side of its limb', () => {
    const found = finder.find(toI420(still.image))!.pose.joints;
    const mirrored = finder.find(toI420(mirror(still.image)))!.pose.joints;
    const body = cocoJoints.filter((number) => number >= joint.leftShoulder);
    const sumOf = (joints: Float32Array): number =>
      body.reduce((sum, number) => sum + joints[number * JOINT_VALUES]!, 0) / body.length;
    const aside = (sumOf(found) + sumOf(mirrored) - size.width) / 2;
    expect(Math.abs(aside) / toTorsoLength(found)).toBeLessThan(0.02);
  });
});

describe('a character of a still', () => {
  it('has all limbs as layers, and stands as in the still when it does not move', () => {
    expect(character.shown).toEqual({
      leftArm: true,
      rightArm: true,
      leftLeg: true,
      rightLeg: true,
    });
    expect(character.layers.map(({ part }) => part)).toHaveLength(6);
    const drawn = animate(still.joints);
    const before = lumaOf(still.image);
    // Its shadow is rendered anew, see below.
    const isAboveFeet = (index: number): boolean => index < before.length * 0.9;
    expect(countDifferences(drawn, before, isAboveFeet)).toBeLessThan(0.01);
  });

  it('includes the shadow at its feet, and not the lit floor', () => {
    expect(character.hasFootShadow).toBe(true);
    const floor = lumaOf(character.ground);
    const before = lumaOf(still.image);
    const at = (luma: Uint8Array, x: number, y: number): number => luma[y * size.width + x]!;
    // Between the feet, and beside them where no shadow falls.
    const [middle, y] = [size.width / 2, Math.round(size.height * 0.93)];
    const lit = at(before, 20, y);
    expect(at(before, middle, y)).toBeLessThan(lit - 15);
    expect(Math.abs(at(floor, middle, y) - lit)).toBeLessThan(8);
    const ground = new ShadowedGround(character, colour);
    expect(ground.update(character.joints)).toBe(true);
    expect(countDifferences(ground.frame.y, floor, () => true)).toBeGreaterThan(0.001);
  });

  it('matches a drawing in the other pose, with an arm up and a knee bent', async () => {
    const other = await draw({ ...standing, leftArm: [130, 160], rightLeg: [40, -20] });
    const drawn = animate(other.joints);
    const [wanted, before] = [lumaOf(other.image), lumaOf(still.image)];
    const moved = (index: number): boolean => Math.abs(wanted[index]! - before[index]!) > 24;
    // Only a small part of the pixels changed by the pose may differ from a drawing; an unmoved figure differs in all
    // of them.
    expect(countDifferences(before, wanted, moved)).toBe(1);
    expect(countDifferences(drawn, wanted, moved)).toBeLessThan(0.3);
    expect(countDifferences(drawn, wanted, (index) => !moved(index))).toBeLessThan(0.03);
  });

  it('is measured as intact at rest and in motion, and as torn where an arm stays behind or its background is missing', () => {
    const { x, y } = middleOfJoints(character.joints, joint.leftEar, joint.rightEar);
    const measure = (of: BodyCharacter, joints: Float32Array, follows = of.shown) => {
      const meter = new SeamMeter(of, follows);
      const figures = meter.measure({ joints, size: 1, head: { turn: 0, size: 1, x, y } });
      meter.close();
      return figures;
    };
    const raised = createExamplePose(character.joints, character.shown).joints;
    expect(measure(character, character.joints)).toEqual({ holes: 0, slivers: 0, smears: 0 });
    const whole = measure(character, raised);
    expect(whole.holes).toBeLessThan(0.02);
    expect(whole.slivers).toBeLessThan(0.01);
    const behind = measure(character, raised, { ...character.shown, leftArm: false });
    expect(behind.slivers).toBeGreaterThan(0.02);
    const arm = character.layers.find(({ part }) => part === 'rightArm')!.image;
    const layers = character.layers.map((layer) =>
      layer.part === 'torso' ? { ...layer, image: cutOut(layer.image, arm) } : layer,
    );
    expect(measure({ ...character, layers }, raised).holes).toBeGreaterThan(whole.holes);
  });

  it('has hair beside the neck behind its head, which ends at the jaw', () => {
    const torso = toTorsoFrame(dressed.joints);
    const { image } = dressed.layers.find(({ part }) => part === 'torso')!;
    for (const side of [-1, 1]) {
      const [up, aside] = [torso.neck.length * 0.6, torso.neck.length * 0.42 * side];
      const x = Math.round(torso.neck.x + torso.neck.upX * up - torso.neck.upY * aside);
      const y = Math.round(torso.neck.y + torso.neck.upY * up + torso.neck.upX * aside);
      const at = ((y - image.top) * image.width + x - image.left) * 4;
      const [red = 0, , blue = 0, alpha = 0] = image.pixels.subarray(at, at + 4);
      expect(alpha).toBe(255);
      // Her hair is red.
      expect(red).toBeGreaterThan(blue * 2);
    }
  });

  it('cuts a striped sleeve without parts of the equal jumper', () => {
    const { still: drawn, character: cut } = open;
    for (const arm of ['leftArm', 'rightArm'] as const) {
      const { left, top, width, pixels } = cut.layers.find(({ part }) => part === arm)!.image;
      const [root, elbow] = listLimbPoints(drawn.joints, arm) as [Point, Point];
      // A sleeve is 12 cm wide, a torso 50 long.
      const sleeve = { points: [root, elbow], radii: [toTorsoLength(drawn.joints) * 0.13] };
      const from = root[1] + (elbow[1] - root[1]) * 0.35;
      let [beside, all] = [0, 0];
      for (let at = 0; at * 4 < pixels.length; at += 1) {
        const [x, y] = [left + (at % width), top + Math.floor(at / width)];
        if (pixels[at * 4 + 3]! > 127 && y > from && y < elbow[1]) {
          all += 1;
          beside += distanceToLimb(sleeve, x, y) > 1 ? 1 : 0;
        }
      }
      expect(beside / all).toBeLessThan(0.02);
    }
  });

  it('keeps a dress to its hem, which legs do not tear apart', () => {
    expect(character.hasSkirt).toBe(false);
    expect(dressed.hasSkirt).toBe(true);
    const { joints, size: own, head } = createExamplePose(dressed.joints, dressed.shown);
    // Both feet go outwards.
    const torso = toTorsoLength(joints);
    for (const [side, ids] of [
      [1, [joint.leftKnee, joint.leftAnkle, joint.leftHeel, joint.leftToe]],
      [-1, [joint.rightKnee, joint.rightAnkle, joint.rightHeel, joint.rightToe]],
    ] as const) {
      for (const [at, id] of ids.entries()) {
        joints[id * 4]! += side * torso * (at === 0 ? 0.2 : 0.4);
      }
    }
    const meter = new SeamMeter(dressed, dressed.shown);
    const { holes, slivers, smears } = meter.measure({ joints, size: own, head });
    expect(holes).toBeLessThan(0.012);
    expect(slivers).toBeLessThan(0.03);
    expect(smears).toBeLessThan(0.035);
    meter.close();
  });

  it('has a torso without holes where arms and legs were', () => {
    const torso = character.layers.find(({ part }) => part === 'torso');
    expect(torso).toBeDefined();
    const { image } = torso!;
    const at = (number: number): readonly [number, number] => [
      character.joints[number * 4]!,
      character.joints[number * 4 + 1]!,
    ];
    const [leftX, topY] = at(joint.leftShoulder);
    const [rightX] = at(joint.rightShoulder);
    const [leftHipX, hipY] = at(joint.leftHip);
    const [rightHipX] = at(joint.rightHip);
    let holes = 0;
    for (let down = 0.1; down <= 1; down += 0.05) {
      for (let across = 0; across <= 1; across += 0.05) {
        const from = leftX + (leftHipX - leftX) * down;
        const to = rightX + (rightHipX - rightX) * down;
        const x = Math.round(from + (to - from) * across) - image.left;
        const y = Math.round(topY + (hipY - topY) * down) - image.top;
        holes += image.pixels[(y * image.width + x) * 4 + 3]! < 200 ? 1 : 0;
      }
    }
    expect(holes).toBeLessThan(4);
  });
});
