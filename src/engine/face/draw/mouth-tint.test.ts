import { expect, it } from 'vitest';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createFacePatch, type MouthTint, positionPatch, setDrawnArea } from './face-patch.ts';
import { tintMouth } from './mouth-tint.ts';

const SIDE = 64;
const LIPSTICK = { u: -20, v: 50 };
const PALE = { u: -8, v: 20 };
const OPEN = { mask: 0, opacity: 1 };
const DRAWN = { mask: 255, opacity: 1 };

it('moves red edges in the mouth to the drawn lips, and hardly its teeth', () => {
  const red = tint(LIPSTICK, { seen: LIPSTICK, drawn: PALE });
  expect(red).toEqual(PALE);
  const teeth = tint({ u: -6, v: 4 }, { seen: LIPSTICK, drawn: PALE });
  expect(Math.hypot(teeth.u + 6, teeth.v - 4)).toBeLessThan(5);
});

it('changes nothing for lips that are as pale, and nothing under the drawing', () => {
  expect(tint(PALE, { seen: PALE, drawn: LIPSTICK })).toEqual(PALE);
  expect(tint(LIPSTICK, { seen: LIPSTICK, drawn: PALE }, DRAWN)).toEqual(LIPSTICK);
});

it('changes lips of a faint face as faintly', () => {
  const faint = tint(LIPSTICK, { seen: LIPSTICK, drawn: PALE }, { mask: 5, opacity: 0.02 });
  expect(faint).toEqual(LIPSTICK);
  const half = tint(LIPSTICK, { seen: LIPSTICK, drawn: PALE }, { mask: 0, opacity: 0.5 });
  expect(half).toEqual({ u: -14, v: 35 });
});

it('leaves a finger before the mouth as it is', () => {
  const finger = { u: -12, v: 20 };
  const mouth = { seen: LIPSTICK, drawn: PALE };
  expect(tint(finger, mouth)).not.toEqual(finger);
  expect(tint(finger, mouth, { mask: 0, opacity: 1, cover: 1 })).toEqual(finger);
});

it('stays within the range of a byte', () => {
  const { u, v } = tint({ u: -126, v: 126 }, { seen: { u: -1, v: 60 }, drawn: { u: -40, v: 2 } });
  expect([u, v].every((value) => value >= -128 && value <= 127)).toBe(true);
  expect(u).toBe(-128);
});

/** Returns the chroma in the middle of a mouth of one chroma. */
function tint(
  shown: Readonly<MouthTint['seen']>,
  mouth: MouthTint,
  {
    mask,
    opacity,
    cover = 0,
  }: { readonly mask: number; readonly opacity: number; readonly cover?: number } = OPEN,
): { readonly u: number; readonly v: number } {
  const arena = openKernelArena();
  const patch = createFacePatch(arena);
  const plane = (value: number): Uint8Array => new Uint8Array((SIDE * SIDE) / 4).fill(value);
  const frame = {
    y: new Uint8Array(SIDE * SIDE).fill(100),
    u: plane(128 + shown.u),
    v: plane(128 + shown.v),
    width: SIDE,
    height: SIDE,
    strideY: SIDE,
    strideU: SIDE / 2,
    strideV: SIDE / 2,
  };
  positionPatch(patch, frame, { left: 8, top: 8, width: 48, height: 48 });
  const mesh = Float32Array.from({ length: MESH_POINT_COUNT * 3 }, (_, at) =>
    at % 3 === 2 ? 0 : at % 2 === 0 ? 20 : 44,
  );
  setDrawnArea(patch, mesh);
  const { planes, width, height } = patch;
  const { bytes } = arena.views;
  bytes.fill(mask, planes.mask, planes.mask + width * height);
  tintMouth(patch, mouth, { opacity, hands: { coverAt: () => cover } });
  const row = (patch.mouth.top + patch.mouth.bottom) >> 2;
  const column = (patch.mouth.left + patch.mouth.right) >> 2;
  const found = {
    u: bytes[planes.frameU + row * planes.lineU + column]! - 128,
    v: bytes[planes.frameV + row * planes.lineV + column]! - 128,
  };
  arena.close();
  return found;
}
