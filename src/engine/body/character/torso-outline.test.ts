import { describe, expect, it } from 'vitest';
import { ownerOf } from './body-part.ts';
import type { PersonView } from './person-view.ts';
import { exampleTorso as torso } from './example-torso.ts';
import { measureTorsoOutline } from './torso-outline.ts';

const [WIDTH, HEIGHT] = [200, 200];
const view: PersonView = {
  left: 0,
  top: 0,
  width: WIDTH,
  height: HEIGHT,
  colours: new Float32Array(WIDTH * HEIGHT * 3),
  person: new Float32Array(WIDTH * HEIGHT),
  joints: new Float32Array(),
};
const usual = (): number => 34;

/** Owners of a torso of half width 25 with an arm on its right side in the image, between two rows. */
function drawOwners(
  arm: {
    readonly from: number;
    readonly to: number;
    readonly left: number;
    readonly right: number;
  },
  skirt?: { readonly from: number; readonly right: number },
): Uint8Array {
  const owners = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 50; y < HEIGHT; y += 1) {
    owners.fill(ownerOf.torso, y * WIDTH + 75, y * WIDTH + 125);
    if (skirt !== undefined && y >= skirt.from) {
      owners.fill(ownerOf.torso, y * WIDTH + 75, y * WIDTH + skirt.right);
    }
    if (y >= arm.from && y < arm.to) {
      owners.fill(ownerOf.leftArm, y * WIDTH + arm.left, y * WIDTH + arm.right);
    }
  }
  return owners;
}

describe('the outline of a torso behind its arms', () => {
  it('continues the one that is seen above and below a touching arm', () => {
    const owners = drawOwners({ from: 80, to: 140, left: 118, right: 145 });
    const outline = measureTorsoOutline({ view, torso, owners }, 1, usual);
    expect(outline(0.4)).toBeCloseTo(25, 0);
    expect(outline(0.05)).toBeCloseTo(25, 0);
  });

  it('ends at a gap through which the ground shows before the arm', () => {
    const owners = drawOwners({ from: 50, to: 160, left: 130, right: 150 });
    expect(measureTorsoOutline({ view, torso, owners }, 1, usual)(0.5)).toBeCloseTo(25, 0);
  });

  it('goes on behind a hand that lies on a wider skirt', () => {
    const owners = drawOwners(
      { from: 155, to: 170, left: 130, right: 140 },
      { from: 150, right: 150 },
    );
    expect(measureTorsoOutline({ view, torso, owners }, 1, usual)(-0.12)).toBeCloseTo(50, 0);
  });

  it('has no step at the rim of a hand on trousers that are wider than usual', () => {
    const owners = drawOwners(
      { from: 50, to: 175, left: 118, right: 150 },
      { from: 175, right: 142 },
    );
    const outline = measureTorsoOutline({ view, torso, owners }, 1, usual);
    expect(outline(-0.3)).toBeCloseTo(42, 0);
    expect(outline(-0.22)).toBeGreaterThan(37);
    expect(outline(0.2)).toBe(34);
  });

  it('is the usual one where the arm hides it down to the legs', () => {
    const owners = drawOwners({ from: 50, to: HEIGHT, left: 118, right: 145 });
    expect(measureTorsoOutline({ view, torso, owners }, 1, usual)(0.4)).toBe(34);
    expect(measureTorsoOutline({ view, torso, owners }, -1, usual)(0.4)).toBe(26);
  });
});
