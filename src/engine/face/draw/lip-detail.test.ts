import { expect, it } from 'vitest';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createFacePatch, type FacePatch, positionPatch, setDrawnArea } from './face-patch.ts';
import { createLipDetail, type LipDetail } from './lip-detail.ts';

const SIDE = 96;
const MIDDLE = 48;
/** Luma of the frame's skin, and amplitude of its lines, four pixels each. */
const SKIN = 120;
const LINES = 24;

it('keeps the lines of the target’s lips, in the colour of the drawn ones', () => {
  const { shown, at } = drawLips({ luma: SKIN + 20, u: -10, v: 20 });
  const [bright, dark] = [shown(at.brightLine), shown(at.darkLine)];
  expect(bright.y - dark.y).toBeGreaterThan(0.85 * LINES);
  expect((bright.y + dark.y) / 2).toBeCloseTo(SKIN + 20, -1);
  // Chroma of photos is drawn fainter.
  expect(bright.v).toBeGreaterThan(10);
  expect(bright.v).toBeLessThan(20);
});

it('draws the lines as much fainter as the lips are darker', () => {
  const { shown, at } = drawLips({ luma: SKIN - 52, u: 0, v: 0 });
  const [bright, dark] = [shown(at.brightLine), shown(at.darkLine)];
  expect(bright.y - dark.y).toBeGreaterThan(0.4 * LINES);
  expect(bright.y - dark.y).toBeLessThan(0.6 * LINES);
  expect((bright.y + dark.y) / 2).toBeCloseTo(SKIN - 52, -1);
});

it('leaves nearly nothing of the target’s lipstick on pale lips', () => {
  const { shown, at } = drawLips({ luma: SKIN, u: 0, v: 5, lipstick: 30 });
  expect(shown(at.brightLine).v).toBeLessThan(8);
});

it('draws the same lips after larger ones, where the frame ends', () => {
  const detail = createLipDetail();
  drawLips({ luma: SKIN - 40, u: -10, v: 20, detail });
  const after = drawLips({ luma: SKIN - 40, u: -10, v: 20, scratch: 60, shiftY: 34, detail });
  const alone = drawLips({ luma: SKIN - 40, u: -10, v: 20, scratch: 60, shiftY: 34 });
  expect(after.luma()).toEqual(alone.luma());
});

it('removes the lines of the drawn lips', () => {
  const { shown, at } = drawLips({ luma: SKIN, u: 0, v: 0, scratch: 60 });
  expect(Math.abs(shown(at.darkLine).y - (SKIN - LINES / 2))).toBeLessThan(20);
});

it('leaves the skin beyond the lips as it is drawn', () => {
  const { shown, at } = drawLips({ luma: SKIN - 40, u: -10, v: 20 });
  expect(shown(at.skin)).toEqual({ y: SKIN - 40, u: -10, v: 20 });
});

it('leaves what nothing is drawn over: an open mouth, or a hand before it', () => {
  const { shown, at } = drawLips({ luma: SKIN - 40, u: -10, v: 20, undrawn: true });
  expect(shown(at.brightLine).y).toBe(SKIN + LINES / 2);
  expect(shown(at.darkLine).y).toBe(SKIN - LINES / 2);
});

it('changes nothing for lips outside of the picture', () => {
  const { shown, at } = drawLips({ luma: SKIN - 40, u: -10, v: 20, shiftX: 400 });
  expect(shown(at.brightLine)).toEqual({ y: SKIN - 40, u: -10, v: 20 });
});

interface Drawing {
  readonly luma: number;
  readonly u: number;
  readonly v: number;
  /** Depth of a dark row in the middle of the drawing. */
  readonly scratch?: number;
  /** True when the lips are not drawn over the frame. */
  readonly undrawn?: boolean;
  readonly shiftX?: number;
  readonly shiftY?: number;
  /** Red chroma of the frame's lips. */
  readonly lipstick?: number;
  /** Detail that has drawn before. */
  readonly detail?: LipDetail;
}

/** Draws lips of one colour over a frame with horizontal lines, and gives them the frame's detail. */
function drawLips({
  luma,
  u,
  v,
  scratch = 0,
  undrawn = false,
  shiftX = 0,
  shiftY = 0,
  lipstick = 0,
  detail = createLipDetail(),
}: Drawing) {
  const patch = createFacePatch(openKernelArena());
  positionPatch(patch, createFrame(lipstick), { left: 16, top: 16, width: 64, height: 64 });
  setDrawnArea(patch, createMesh(0, 0));
  detail.keep(patch, createMesh(shiftX, shiftY));
  const { bytes } = patch.arena.views;
  const { frameY, frameU, frameV, lineY, lineU, lineV, mask } = patch.planes;
  for (let row = 0; row < patch.height; row += 1) {
    for (let column = 0; column < patch.width; column += 1) {
      bytes[mask + row * patch.width + column] = undrawn ? 0 : 255;
      if (!undrawn) {
        const isScratched = row + patch.top === 50;
        bytes[frameY + row * lineY + column] = luma - (isScratched ? scratch : 0);
        bytes[frameU + (row >> 1) * lineU + (column >> 1)] = 128 + u;
        bytes[frameV + (row >> 1) * lineV + (column >> 1)] = 128 + v;
      }
    }
  }
  detail.restore(patch, 16);
  const at = { brightLine: MIDDLE - 2, darkLine: MIDDLE + 2, skin: MIDDLE + 22 };
  const readLuma = (): Uint8Array => bytes.slice(frameY, frameY + lineY * (patch.height - 1));
  return { at, shown: (row: number) => readPixel(patch, row), luma: readLuma };
}

function createFrame(lipstick: number) {
  const createPlane = (value: number) => new Uint8Array((SIDE * SIDE) / 4).fill(value);
  const y = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const isBright = Math.floor(Math.floor(at / SIDE) / 4) % 2 === 1;
    return SKIN + (isBright ? LINES : -LINES) / 2;
  });
  const [strideU, strideV] = [SIDE / 2, SIDE / 2];
  const [u, v] = [createPlane(128), createPlane(128 + lipstick)];
  return { y, u, v, width: SIDE, height: SIDE, strideY: SIDE, strideU, strideV };
}

/** Lips are an ellipse in the middle of the frame; all other points span the face. */
function createMesh(shiftX: number, shiftY: number): Float32Array {
  const mesh = Float32Array.from({ length: MESH_POINT_COUNT * 3 }, (_, at) =>
    at % 3 === 2 ? 0 : Math.floor(at / 3) % 2 === 0 ? 16 : 80,
  );
  LIPS_OUTER.forEach((point, index) => {
    const angle = Math.PI * (1 + (2 * index) / LIPS_OUTER.length);
    mesh[point * 3] = MIDDLE + shiftX + 22 * Math.cos(angle);
    mesh[point * 3 + 1] = MIDDLE + shiftY + 12 * Math.sin(angle);
  });
  return mesh;
}

function readPixel({ arena, planes, left, top }: FacePatch, row: number) {
  const { bytes } = arena.views;
  const { frameY, frameU, frameV, lineY, lineU, lineV } = planes;
  const [column, line] = [(MIDDLE - left) >> 1, (row - top) >> 1];
  return {
    y: bytes[frameY + (row - top) * lineY + MIDDLE - left] ?? 0,
    u: (bytes[frameU + line * lineU + column] ?? 0) - 128,
    v: (bytes[frameV + line * lineV + column] ?? 0) - 128,
  };
}
