import { describe, expect, it } from 'vitest';
import { addMissedFeet } from '../../src/engine/body/character/add-missed-feet.ts';
import { centreArms } from '../../src/engine/body/character/centre-arms.ts';
import { findPocketedArms } from '../../src/engine/body/character/find-pocketed-arms.ts';
import { measureLimbLines } from '../../src/engine/body/character/limb-lines.ts';
import { paintView, type PaintedPart } from './support/painted-view.ts';

const jumper = [180, 30, 30] as const;
const fold = [110, 10, 10] as const;
/** A torso with sleeves of 20 pixels beside it and a dark line between, like cloth on cloth. */
const clothes: readonly PaintedPart[] = [
  { left: 66, top: 56, right: 174, bottom: 165, colour: jumper },
  { left: 86, top: 75, right: 88, bottom: 165, colour: fold },
  { left: 152, top: 75, right: 154, bottom: 165, colour: fold },
];

describe('lines of arms', () => {
  it('move from the outline of a sleeve to its middle, measured from the nearby edge', () => {
    const { leftArm } = centreArms(
      paintView(clothes, {
        leftShoulder: [168, 60],
        leftElbow: [172, 115],
        leftWrist: [173, 160],
        leftIndex: [173, 174],
      }),
    );
    expect(leftArm[1]![0]).toBeGreaterThan(160);
    expect(leftArm[1]![0]).toBeLessThan(167);
    expect(leftArm[2]![0]).toBeLessThan(169);
    expect(leftArm[1]![1]).toBeCloseTo(115, 0);
  });

  it('come out of the body to their sleeve', () => {
    const { rightArm } = centreArms(
      paintView(clothes, { rightElbow: [84, 115], rightWrist: [84, 160] }),
    );
    expect(rightArm[1]![0]).toBeLessThan(80);
    expect(rightArm[1]![0]).toBeGreaterThan(73);
  });

  it('are in the middle of an arm that is seen on both sides', () => {
    const free: readonly PaintedPart[] = [
      { left: 85, top: 56, right: 155, bottom: 165, colour: jumper },
      { left: 180, top: 70, right: 196, bottom: 190, colour: jumper },
    ];
    const { leftArm } = centreArms(
      paintView(free, {
        leftShoulder: [183, 60],
        leftElbow: [183, 115],
        leftWrist: [183, 160],
        leftIndex: [183, 174],
        leftPinky: [183, 174],
      }),
    );
    for (const [x] of leftArm.slice(1)) {
      expect(x).toBeGreaterThan(186);
      expect(x).toBeLessThan(190);
    }
  });

  it('stay where no outline is near', () => {
    const wide: readonly PaintedPart[] = [
      { left: 10, top: 40, right: 230, bottom: 200, colour: jumper },
    ];
    const { leftArm } = centreArms(paintView(wide));
    expect(leftArm[1]).toEqual([158, 115]);
  });
});

describe('feet that no network detected', () => {
  const [skin, shoe, dark] = [
    [200, 150, 120],
    [222, 222, 222],
    [60, 50, 45],
  ] as const;
  const legs: readonly PaintedPart[] = [
    { left: 132, top: 160, right: 144, bottom: 284, colour: skin },
    { left: 96, top: 160, right: 108, bottom: 284, colour: skin },
  ];
  /** A pale shoe on paper that no network detected, and a dark one that was detected. */
  const missed: PaintedPart = {
    left: 130,
    top: 282,
    right: 162,
    bottom: 306,
    colour: shoe,
    isGround: true,
  };
  const seen: PaintedPart = { left: 78, top: 282, right: 110, bottom: 306, colour: dark };

  function countPerson(
    { person, width }: ReturnType<typeof paintView>,
    { left, top, right, bottom }: PaintedPart,
  ): number {
    let count = 0;
    for (let index = 0; index < person.length; index += 1) {
      const [x, y] = [index % width, Math.floor(index / width)];
      count += x >= left && x < right && y >= top && y < bottom ? person[index]! : 0;
    }
    return count / ((right - left) * (bottom - top));
  }

  it('are added up to their edge, even when as white as the floor', () => {
    const view = paintView([...legs, missed, seen]);
    addMissedFeet(view);
    expect(countPerson(view, missed)).toBeGreaterThan(0.6);
    expect(countPerson(view, { ...missed, left: 166, right: 200 })).toBeLessThan(0.05);
  });

  it('are not added when they were detected or are outside the picture', () => {
    const whole = paintView([...legs, { ...missed, isGround: false }, seen]);
    const before = whole.person.slice();
    addMissedFeet(whole);
    expect(whole.person).toEqual(before);
    const cut = paintView([...legs], { leftToe: [150, 330], rightToe: [90, 330] });
    const bare = cut.person.slice();
    addMissedFeet(cut);
    expect(cut.person).toEqual(bare);
  });
});

describe('arms whose hand is in a pocket', () => {
  const [skin, cloth, glove] = [
    [200, 150, 120],
    [40, 80, 150],
    [30, 30, 30],
  ] as const;
  const head: PaintedPart = { left: 105, top: 5, right: 135, bottom: 58, colour: skin };
  const body: PaintedPart = { left: 70, top: 56, right: 170, bottom: 300, colour: cloth };
  const pocketed = {
    leftElbow: [164, 115],
    leftWrist: [148, 158],
    leftPinky: [140, 168],
    leftIndex: [140, 170],
  } as const;

  it('are found', () => {
    const view = paintView([head, body], pocketed);
    expect(findPocketedArms(view, measureLimbLines(view))).toContain('leftArm');
  });

  it('are not assumed when the hand is visible in front of the body', () => {
    const hand: PaintedPart = { left: 132, top: 156, right: 152, bottom: 178, colour: skin };
    const view = paintView([head, body, hand], pocketed);
    expect(findPocketedArms(view, measureLimbLines(view))).not.toContain('leftArm');
  });

  it('are not assumed when a gloved hand hangs against the background', () => {
    const slim: PaintedPart = { ...body, left: 92, right: 148 };
    const arm: PaintedPart = { left: 170, top: 60, right: 186, bottom: 160, colour: cloth };
    const hand: PaintedPart = { left: 168, top: 160, right: 188, bottom: 184, colour: glove };
    const view = paintView([head, slim, arm, hand], {
      leftElbow: [178, 115],
      leftWrist: [178, 160],
      leftPinky: [178, 174],
      leftIndex: [178, 174],
    });
    expect(findPocketedArms(view, measureLimbLines(view))).not.toContain('leftArm');
  });

  it('are not assumed when no face shows the colour of skin', () => {
    const view = paintView([head, body], pocketed);
    view.joints[3] = 0;
    expect(findPocketedArms(view, measureLimbLines(view))).toEqual([]);
  });
});
