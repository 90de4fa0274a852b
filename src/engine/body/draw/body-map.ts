import type { Point } from '../../pixels/fill-polygon.ts';
import type { Lag } from '../swing.ts';

/** Maps a point of the still to the canvas; writes to `out`. */
export type BodyMap = (x: number, y: number, out: MappedPoint) => void;

/** A point that is written to. */
export interface MappedPoint {
  x: number;
  y: number;
}

/** The pose of a character in one frame, in pixels of the canvas. */
export interface CharacterPose {
  /** Joints in the order of the pose network. */
  readonly joints: Float32Array;
  /** Pixels of the canvas per pixel of the still, across limbs. */
  readonly size: number;
  readonly head: {
    /** Roll relative to the still, clockwise, in radians. */
    readonly turn: number;
    /** Scale of the head relative to the still. */
    readonly size: number;
    /** Position of the middle between the ears. */
    readonly x: number;
    readonly y: number;
  };
  /** Lag of the hem of a skirt or coat; if absent, the cloth follows the legs directly. */
  readonly lag?: Lag | undefined;
  /** Lag of the tips of long hair; if absent, the hair moves with the torso. */
  readonly hairLag?: Lag | undefined;
}

/** Returns `a - b`. */
export function subtract(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

/** Returns the unit vector and the length of a vector; the length of a zero vector is reported as 1. */
export function computeDirection([x, y]: Point): { readonly unit: Point; readonly length: number } {
  const length = Math.hypot(x, y) || 1;
  return { unit: [x / length, y / length], length };
}
