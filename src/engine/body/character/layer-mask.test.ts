import { expect, it } from 'vitest';
import { JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { HIDDEN, maskLayer } from './layer-mask.ts';
import type { LimbLine } from './limb-line.ts';
import { type TorsoFrame, toTorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [60, 120];
/** Trousers, sleeves and no long hair. */
const plain = { hasSkirt: false, armHair: null, hair: null, isSleeveless: false };

/** A black body in a picture of that width: its parts, one line for every limb, and what its torso is known by. */
function toBody(
  owners: Uint8Array,
  width: number,
  { line, ...torso }: Partial<TorsoFrame> & { readonly line: LimbLine },
) {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  return {
    view: {
      left: 0,
      top: 0,
      width,
      height: owners.length / width,
      colours: new Float32Array(owners.length * 3),
      person: Float32Array.from(owners, (owner) => (owner === 0 ? 0 : 1)),
      joints,
    },
    torso: { ...toTorsoFrame(joints), up: { x: 0, y: -1 }, ...torso },
    lines: { leftArm: line, rightArm: line, leftLeg: line, rightLeg: line },
    divided: { ...plain, owners },
  };
}

it('goes on under a hand up to the edge of a view that cuts a thigh off', () => {
  const owners = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 20; row < HEIGHT; row += 1) {
    owners.fill(ownerOf.leftLeg, row * WIDTH + 36, (row + 1) * WIDTH);
  }
  for (let row = 30; row < 40; row += 1) {
    owners.fill(ownerOf.leftArm, row * WIDTH + 46, (row + 1) * WIDTH);
  }
  const leg: LimbLine = {
    points: [
      [50, 20],
      [50, 80],
      [50, 110],
      [50, 118],
    ],
    radii: [14, 12, 10],
  };
  const body = toBody(owners, WIDTH, {
    line: leg,
    hips: { x: 30, y: 20 },
    length: 60,
    hipHalf: 20,
  });
  const { alpha } = maskLayer(body, 'leftLeg');
  for (let column = 46; column < WIDTH; column += 1) {
    expect(alpha[35 * WIDTH + column], `column ${column}`).toBeGreaterThan(0.99);
  }
});

it('widens a leg under a hand below the hips without a step', () => {
  const [width, height, middle] = [80, 160, 30];
  const owners = new Uint8Array(width * height);
  for (let row = 20; row < height; row += 1) {
    owners.fill(ownerOf.leftLeg, row * width + 34, row * width + 46);
    if (row >= 60 && row < 130) {
      owners.fill(ownerOf.leftArm, row * width + 46, row * width + 70);
    }
  }
  const leg: LimbLine = {
    points: [
      [48, 20],
      [48, 100],
      [48, 140],
      [48, 158],
    ],
    radii: [14, 14, 14],
  };
  const body = toBody(owners, width, {
    line: leg,
    hips: { x: middle, y: 20 },
    length: 100,
    hipHalf: 6,
  });
  const { alpha } = maskLayer(body, 'leftLeg');
  const down = Array.from({ length: 60 }, (_, at) => alpha[(65 + at) * width + 54]!);
  const steps = down.slice(1).map((value, at) => Math.abs(value - down[at]!));
  expect([down[0], down.at(-1)]).toEqual([0, 1]);
  expect(Math.max(...steps)).toBeLessThan(0.2);
});

it('completes no skin beside a slender neck whose hair ends above it', () => {
  const [width, height, middle] = [120, 240, 60];
  const alphaBehindHair = (neckHalf: number, aside: number, holeRow?: number): number => {
    const owners = new Uint8Array(width * height);
    const fill = (owner: number, [top, bottom]: readonly number[], half: number): void => {
      for (let row = top!; row < bottom!; row += 1) {
        owners.fill(owner, row * width + middle - half, row * width + middle + half);
      }
    };
    fill(ownerOf.head, [0, 70], 50);
    fill(ownerOf.torso, [70, 140], neckHalf);
    fill(ownerOf.torso, [140, 240], 45);
    if (holeRow !== undefined) {
      fill(0, [holeRow, holeRow + 3], 14);
    }
    const away: LimbLine = {
      points: [
        [0, 239],
        [0, 239],
        [0, 239],
        [0, 239],
      ],
      radii: [1, 1, 1],
    };
    const body = toBody(owners, width, {
      line: away,
      hips: { x: middle, y: 230 },
      length: 90,
      neck: { x: middle, y: 140, upX: 0, upY: -1, length: 100, chin: 0.6 },
    });
    const { alpha } = maskLayer(body, 'torso');
    return alpha[64 * width + middle + aside]!;
  };
  // Neck lengths are 100 pixels here; the usual neck is 30 wide on each side.
  expect(alphaBehindHair(14, 0)).toBeGreaterThan(0.9);
  expect(alphaBehindHair(14, 22)).toBe(0);
  expect(alphaBehindHair(14, -22)).toBe(0);
  // Hair that hangs beside the neck hides how wide it is.
  expect(alphaBehindHair(40, 22)).toBeGreaterThan(0.9);
  // A hole in the mask is no outline.
  expect(alphaBehindHair(40, 22, 100)).toBeGreaterThan(0.9);
  expect(alphaBehindHair(40, -22, 100)).toBeGreaterThan(0.9);
});

it('draws hair that lies over an arm as a layer of its own, and completes the arm below', () => {
  const owners = new Uint8Array(WIDTH * HEIGHT);
  const armHair = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 10; row < 90; row += 1) {
    owners.fill(ownerOf.torso, row * WIDTH, row * WIDTH + 30);
    owners.fill(ownerOf.leftArm, row * WIDTH + 30, row * WIDTH + 50);
  }
  for (let row = 10; row < 40; row += 1) {
    owners.fill(ownerOf.torso, row * WIDTH + 30, row * WIDTH + 50);
    armHair.fill(1, row * WIDTH + 30, row * WIDTH + 50);
  }
  const arm: LimbLine = {
    points: [
      [40, 12],
      [40, 50],
      [40, 80],
      [40, 88],
    ],
    radii: [10, 10, 10],
  };
  const whole = toBody(owners, WIDTH, {
    line: arm,
    hips: { x: 15, y: 90 },
    length: 80,
    hipHalf: 10,
  });
  const body = { ...whole, divided: { ...whole.divided, armHair } };
  const [hair, below, chest] = (['hair', 'leftArm', 'torso'] as const).map((part) =>
    maskLayer(body, part),
  );
  const over = 25 * WIDTH + 40;
  expect(hair!.alpha[over]).toBe(1);
  expect(hair!.alpha[60 * WIDTH + 40]).toBe(0);
  expect(below!.alpha[over]).toBe(1);
  expect(below!.hole[over]).toBe(HIDDEN);
  expect(below!.known[60 * WIDTH + 40]).toBe(1);
  // The sleeve below is completed from the cloth beside it, unless the arms are bare.
  expect(below!.lent?.[25 * WIDTH + 25]).toBe(1);
  const bare = { ...body, divided: { ...body.divided, isSleeveless: true } };
  expect(maskLayer(bare, 'leftArm').lent).toBeUndefined();
  // The torso has the hair too, so that the cut between both never shows.
  expect(chest!.known[over]).toBe(1);
});

it('leaves out a strip of an arm behind clothes, but no hand that is apart from it', () => {
  const [width, height] = [60, 140];
  const points: LimbLine['points'] = [
    [40, 30],
    [40, 70],
    [40, 105],
    [40, 130],
  ];
  const measureHand = (half: number, radii = [10, 10, 10]): number => {
    const owners = new Uint8Array(width * height);
    for (let row = 30; row < 130; row += 1) {
      const reach = row < 90 ? 9 : row < 100 ? 0 : half;
      owners.fill(ownerOf.leftArm, row * width + 40 - reach, row * width + 40 + reach);
    }
    const body = toBody(owners, width, {
      line: { points, radii },
      hips: { x: 20, y: 110 },
      length: 80,
      hipHalf: 10,
    });
    return maskLayer(body, 'leftArm').alpha[115 * width + 40]!;
  };
  expect(measureHand(4)).toBe(0);
  expect(measureHand(9)).toBe(1);
  // Folded arms are measured wider than they are.
  expect(measureHand(4, [10, 15, 18])).toBe(0);
  expect(measureHand(7, [10, 15, 18])).toBe(1);
});
