import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { chooseSpeaker } from './choose-speaker.ts';
import type { ClipFace, TrackedClip } from './tracked-clip.ts';

const canonicalFace: CanonicalFace = {
  positions: new Float32Array(MESH_POINT_COUNT * 3),
  texture: new Float32Array(MESH_POINT_COUNT * 2),
  triangles: new Uint16Array(0),
  poseBasis: { points: Uint16Array.of(0), weights: Float32Array.of(1) },
};

/** Creates a face of a width in pixels with a lip gap in pixels; one pixel is a centimetre. */
function createFace(id: number, width: number, gap = 0, isCovered = false): ClipFace {
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  for (const point of [178, 87, 14, 317, 402]) {
    landmarks[point * 3 + 1] = gap;
  }
  const pose = createHeadPose();
  pose.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const box = { left: 0, top: 0, width, height: width };
  return { id, landmarks, pose, box, signature: new Float32Array(3), isCovered };
}

/** Creates a clip of frames, each with its scene and faces. */
function createClip(frames: readonly (readonly [number, readonly ClipFace[]])[]): TrackedClip {
  return {
    frames: frames.map(([scene, faces], index) => ({
      timestampUs: index * 40_000,
      durationUs: 40_000,
      scene,
      faces,
    })),
    framesWithFace: frames.length,
    size: { width: 640, height: 360 },
    colour: { matrix: 'bt601', isFullRange: false },
    frameRate: { num: 25, den: 1 },
    timeBase: { num: 1, den: 90_000 },
  };
}

const talk = (index: number): number => (index % 2) * 0.8;
const idsOf = (clip: TrackedClip) =>
  chooseSpeaker(clip, canonicalFace)?.faces.map((face) => face?.id ?? null);

describe('the speaker of a clip', () => {
  it('is null without a face', () => {
    expect(chooseSpeaker(createClip([[0, []]]), canonicalFace)).toBeNull();
  });

  it('is the only person', () => {
    const clip = createClip(
      Array.from({ length: 4 }, (_, index) => [0, [createFace(1, 100, talk(index))]]),
    );
    expect(chooseSpeaker(clip, canonicalFace)).toMatchObject({ people: 1, reason: 'only_person' });
  });

  it('is the one whose mouth moves, though another is larger', () => {
    const clip = createClip(
      Array.from({ length: 10 }, (_, at) => [
        0,
        [createFace(1, 140), createFace(2, 100, talk(at))],
      ]),
    );
    expect(chooseSpeaker(clip, canonicalFace)).toMatchObject({ people: 2, reason: 'speaks_most' });
    expect(new Set(idsOf(clip))).toEqual(new Set([2]));
  });

  it('is the largest person where no mouth moves', () => {
    const clip = createClip(
      Array.from({ length: 10 }, () => [0, [createFace(1, 90), createFace(2, 140)]]),
    );
    expect(chooseSpeaker(clip, canonicalFace)?.reason).toBe('most_prominent');
    expect(new Set(idsOf(clip))).toEqual(new Set([2]));
  });

  it('stays the same person when the tracker changes the number', () => {
    const clip = createClip([
      ...Array.from({ length: 10 }, (_, at) => [0, [createFace(1, 100, talk(at))]] as const),
      [0, [createFace(3, 100)]],
      [0, [createFace(3, 100)]],
    ]);
    expect(idsOf(clip)?.slice(-2)).toEqual([3, 3]);
  });

  it('is never another person after a cut, or the person beside them', () => {
    const beside = [createFace(1, 100, 0.8), createFace(2, 100)];
    const clip = createClip([
      ...Array.from({ length: 10 }, (_, at) => [0, [createFace(1, 100, talk(at))]] as const),
      [0, beside],
      [0, [createFace(2, 100)]],
      [1, [createFace(4, 200)]],
    ]);
    expect(idsOf(clip)?.slice(-3)).toEqual([1, null, null]);
  });
});
