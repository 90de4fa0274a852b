import { expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import type { CanonicalFace } from './canonical-face.ts';
import { createFaceTrack } from './face-track.ts';
import { createIdentityLock } from './identity-lock.ts';

const SECOND_US = 1_000_000;
const frame = createI420Frame(64, 48);
const canonicalFace: CanonicalFace = {
  positions: new Float32Array(468 * 3),
  texture: new Float32Array(468 * 2),
  triangles: new Uint16Array(0),
  poseBasis: { points: Uint16Array.of(0), weights: Float32Array.of(1) },
};

/** Lock on one clearly visible face, the person that the embedder returns, and the times of its calls. */
function createLock(): {
  readonly see: (who: number) => void;
  readonly looks: readonly number[];
  readonly runUntil: (second: number) => void;
  readonly idOf: () => number;
} {
  let who = 0;
  let nowUs = 0;
  const looks: number[] = [];
  const track = createFaceTrack(canonicalFace);
  Object.assign(track.box, { width: 100, height: 100 });
  const embedder = {
    embed: (_frame: unknown, _landmarks: unknown, embedding: Float32Array) => {
      looks.push(nowUs / SECOND_US);
      embedding.fill(0);
      embedding[who] = 1;
    },
  };
  const lock = createIdentityLock(embedder, [track]);
  lock.admit(track, frame, 0);
  track.isActive = true;
  return {
    see: (other) => {
      who = other;
    },
    looks,
    runUntil: (second) => {
      for (; nowUs < second * SECOND_US; nowUs += SECOND_US / 10) {
        track.isNew = false;
        lock.review(frame, nowUs);
      }
    },
    idOf: () => track.id,
  };
}

it('looks ever more rarely at a face that stays itself', () => {
  const { looks, runUntil } = createLock();
  runUntil(30);
  expect(looks).toEqual([0, 2, 6, 14, 22]);
});

it('looks soon again in doubt, numbers another person anew, and begins again', () => {
  const { see, looks, runUntil, idOf } = createLock();
  runUntil(3);
  expect(idOf()).toBe(1);
  see(1);
  runUntil(10);
  expect(looks.slice(2, 5)).toEqual([6, 6.2, 6.4]);
  expect(idOf()).toBe(2);
  expect(looks[5]).toBe(8.4);
});
