/**
 * Finds the shadow of a driver: the area connected with the feet where a frame is darker than its plate and has the
 * same colour.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { distanceTo, threshold } from '../../vision/regions.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { computeQuantile } from '../body-build.ts';
import { JOINT_VALUES, jointsOfFeet, toTorsoLength } from '../joints.ts';
import type { HoleBox } from './person-hole.ts';

/** Darkness of the ground in each cell of a frame: the missing fraction of light, 0..1. */
export interface ShadowCells {
  readonly across: number;
  readonly down: number;
  /** 0 outside of the shadow; {@link UNKNOWN} where the driver hides the ground. */
  readonly dark: Float32Array;
}

/** A frame whose shadow is searched. */
export interface ShadowFrame {
  readonly planes: I420Frame;
  readonly plate: I420Frame;
  /** From pixels of the frame to those of the plate. */
  readonly view: Similarity;
  /** Mask of the driver, 0..255; its rows have the even width of the frame. */
  readonly person: Uint8Array;
  readonly joints: Float32Array;
}

/** Side of a cell in pixels. */
export const SHADOW_CELL = 4;
/** Value of a cell that the driver covers. */
export const UNKNOWN = -1;
const HIDDEN = 6;
const BLACK = 16;
/** Minimum luma above black of ground on which a shadow is visible. */
const MIN_LUMA = 14;
/** Missing fraction of light: minimum near a foot, minimum in connected cells, and maximum. */
const [BEGINS, GOES_ON, MAX] = [0.07, 0.035, 0.75] as const;
/**
 * Maximum deviation of the light within a cell (fraction), and of chroma (levels): shadows are smooth and hardly
 * tinted.
 */
const MAX_SPREAD = 0.1;
const MAX_TINT = 9;
/**
 * Half side of the square around a foot in which a shadow begins, in torso lengths, and the number of cells over which
 * it continues through gaps.
 */
const FOOT_REACH = 0.5;
const GAP = 2;
/** Maximum fraction of a frame that is a person's shadow, and minimum number of cells; fewer are noise. */
const MAX_PART = 0.2;
const MIN_CELLS = 6;
/** Number of cells around a shadow that are removed with it, and over which the removal fades. */
const [MARGIN, FADE] = [2, 2] as const;
const VISIBLE = 0.4;

/** Finds the shadow of a driver whose feet are visible; null if there is none. */
export function findDriverShadow(frame: ShadowFrame): ShadowCells | null {
  const cells = readCells(frame);
  const isShadow = spreadFromFeet(cells, frame.joints);
  let count = 0;
  for (const [at, value] of isShadow.entries()) {
    count += value;
    cells.dark[at] = value === 1 || cells.dark[at] === UNKNOWN ? cells.dark[at] : 0;
  }
  return count < MIN_CELLS || count > isShadow.length * MAX_PART ? null : cells;
}

/** Draws a shadow with a margin into weights (0..255) of the size of a frame, and returns the box around it. */
export function drawShadowHole(
  { across, dark }: ShadowCells,
  weights: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): HoleBox {
  const mask = threshold(dark, 0);
  const away = distanceTo(mask, across);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let row = 0; row < height; row += 1) {
    const line = Math.min((row / SHADOW_CELL) | 0, away.length / across - 1) * across;
    for (let column = 0; column < width; column += 1) {
      const cell = line + Math.min((column / SHADOW_CELL) | 0, across - 1);
      if (away[cell] > MARGIN + FADE) {
        continue;
      }
      const weight = 255 * (1 - smoothstep(MARGIN, MARGIN + FADE, away[cell]));
      const at = row * width + column;
      weights[at] = Math.max(weights[at], weight);
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), row + 1];
    }
  }
  return { left: left & ~1, top: top & ~1, right: (right + 1) & ~1, bottom: (bottom + 1) & ~1 };
}

function readCells(frame: ShadowFrame): ShadowCells {
  const { planes, plate, view, person } = frame;
  const [width, height] = [planes.width & ~1, planes.height & ~1];
  const across = Math.floor(width / SHADOW_CELL);
  const down = Math.floor(height / SHADOW_CELL);
  const dark = new Float32Array(across * down);
  // Light of each cell relative to the plate; 0 where it is unknown.
  const light = new Float32Array(across * down);
  const ratios = new Float32Array(4);
  for (let at = 0; at < dark.length; at += 1) {
    const [left, top] = [(at % across) * SHADOW_CELL, Math.floor(at / across) * SHADOW_CELL];
    let [here, there, isHidden] = [0, 0, false];
    for (let sample = 0; sample < 4; sample += 1) {
      const [x, y] = [left + (sample & 1) * 2 + 1, top + (sample >> 1) * 2 + 1];
      isHidden ||= person[y * width + x] > HIDDEN;
      const luma = planes.y[y * planes.strideY + x] - BLACK;
      const ground = computeLuma(plate, view, x, y) - BLACK;
      ratios[sample] = luma / Math.max(1, ground);
      here += luma;
      there += ground;
    }
    const ratio = here / Math.max(1, there);
    const isEven = ratios.every((each) => Math.abs(each - ratio) < MAX_SPREAD);
    dark[at] = isHidden ? UNKNOWN : 0;
    light[at] = !isHidden && isEven && there >= MIN_LUMA * 4 ? ratio : 0;
  }
  // The median removes changes of the whole frame by clouds or exposure.
  const usual =
    computeQuantile(
      Array.from(light).filter((ratio) => ratio > 0),
      0.5,
    ) || 1;
  for (const [at, ratio] of light.entries()) {
    const missing = 1 - ratio / usual;
    if (ratio > 0 && missing > GOES_ON && missing < MAX) {
      const tint = computeTint(frame, { column: at % across, row: Math.floor(at / across), ratio });
      dark[at] = tint < MAX_TINT ? missing : 0;
    }
  }
  return { across, down, dark };
}

function computeLuma(
  { y, strideY, width, height }: I420Frame,
  view: Similarity,
  x: number,
  row: number,
) {
  const column = Math.round(view.a * x - view.b * row + view.shiftX);
  const line = Math.round(view.b * x + view.a * row + view.shiftY);
  const at =
    Math.max(0, Math.min(height - 1, line)) * strideY + Math.max(0, Math.min(width - 1, column));
  return y[at];
}

/** Returns how much the chroma of a cell differs from that of its ground in less light, in levels. */
function computeTint(
  { planes, plate, view }: ShadowFrame,
  { column, row, ratio }: { readonly column: number; readonly row: number; readonly ratio: number },
): number {
  const [x, y] = [(column + 0.5) * SHADOW_CELL, (row + 0.5) * SHADOW_CELL];
  const across = Math.round(view.a * x - view.b * y + view.shiftX) >> 1;
  const down = Math.round(view.b * x + view.a * y + view.shiftY) >> 1;
  const there =
    Math.max(0, Math.min((plate.height >> 1) - 1, down)) * plate.strideU +
    Math.max(0, Math.min((plate.width >> 1) - 1, across));
  const here = (y >> 1) * planes.strideU + (x >> 1);
  const off = (own: number, ground: number): number => Math.abs(own - 128 - (ground - 128) * ratio);
  return Math.max(off(planes.u[here], plate.u[there]), off(planes.v[here], plate.v[there]));
}

/** Returns the dark cells that are connected with one near a foot. */
function spreadFromFeet({ across, down, dark }: ShadowCells, joints: Float32Array): Uint8Array {
  const isShadow = new Uint8Array(dark.length);
  const reach = (toTorsoLength(joints) * FOOT_REACH) / SHADOW_CELL;
  const queue: number[] = [];
  const visit = (from: [number, number], to: [number, number], min: number): void => {
    for (let row = Math.max(0, from[1]); row <= Math.min(down - 1, to[1]); row += 1) {
      for (let column = Math.max(0, from[0]); column <= Math.min(across - 1, to[0]); column += 1) {
        const at = row * across + column;
        if (isShadow[at] === 0 && dark[at] > min) {
          isShadow[at] = 1;
          queue.push(at);
        }
      }
    }
  };
  for (const foot of jointsOfFeet) {
    const [x, y, , visibility] = joints.subarray(foot * JOINT_VALUES);
    if (visibility > VISIBLE) {
      const [column, row] = [Math.round(x / SHADOW_CELL), Math.round(y / SHADOW_CELL)];
      const wide = Math.round(reach);
      visit([column - wide, row - wide], [column + wide, row + wide], BEGINS);
    }
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [column, row] = [next % across, Math.floor(next / across)];
    visit([column - GAP, row - GAP], [column + GAP, row + GAP], GOES_ON);
  }
  return isShadow;
}
