import type { Point } from '../../pixels/fill-polygon.ts';
import type { ClothLag } from '../cloth-lag.ts';

/** Where a place of the still goes; written to `out`. */
export type BodyMap = (x: number, y: number, out: MappedPoint) => void;

/** A place to be filled in. */
export interface MappedPoint {
  x: number;
  y: number;
}

/** Where a character goes in one frame, in pixels of the canvas. */
export interface CharacterPose {
  /** As the pose network numbers them. */
  readonly joints: Float32Array;
  /** Pixels of the canvas per pixel of the still, across limbs. */
  readonly size: number;
  readonly head: {
    /** Clockwise from the still, radians. */
    readonly turn: number;
    /** Of the head alone against the still. */
    readonly size: number;
    /** The middle between the ears. */
    readonly x: number;
    readonly y: number;
  };
  /** Of the hem of a skirt or coat; it hangs where the legs bring it when absent. */
  readonly lag?: ClothLag | undefined;
}

/** The difference of two points. */
export function subtract(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

/** A vector's direction and its length. */
export function directionOf([x, y]: Point): { readonly unit: Point; readonly length: number } {
  const length = Math.hypot(x, y) || 1;
  return { unit: [x / length, y / length], length };
}
