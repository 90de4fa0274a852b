import { expect, it } from 'vitest';
import { createHeadPose } from '../../track/head-pose.ts';
import { requireUsableFace } from './usable-face.ts';

function makeFace({ yaw = 0, pitch = 0, width = 200 }) {
  const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
  const pose = { ...createHeadPose(), yaw: toRadians(yaw), pitch: toRadians(pitch) };
  return { pose, box: { left: 0, top: 0, width, height: width } };
}

it.each([{}, { yaw: 45 }, { yaw: -45, pitch: -40 }, { width: 48 }])(
  'a face can speak: %o',
  (face) => {
    expect(() => requireUsableFace(makeFace(face))).not.toThrow();
  },
);

it.each([
  [{ yaw: 47 }, { reason: 'face_turned', degrees: 47, max_degrees: 45 }, /47°.*from the front/],
  [{ yaw: -60 }, { reason: 'face_turned', degrees: 60, max_degrees: 45 }, /60°/],
  [{ pitch: 50 }, { reason: 'face_turned', degrees: 50, max_degrees: 40 }, /50°/],
  [{ width: 30 }, { reason: 'face_tiny', pixels: 30, min_pixels: 48 }, /larger/],
])('a face that cannot is refused with what to do: %o', (face, details, message) => {
  expect(() => requireUsableFace(makeFace(face))).toThrow(
    expect.objectContaining({
      code: 'face_not_detected',
      details,
      message: expect.stringMatching(message),
    }),
  );
});
