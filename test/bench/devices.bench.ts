import { measureCamera } from './device-camera.ts';
import { measureStream } from './device-stream.ts';
import type { Measurement } from './harness.ts';

/** Devices that other programs see and hear, from the process that makes what they show to the program that reads it. */
export const measurement: Measurement = {
  title: 'Virtual devices, read by other programs',
  needsApp: false,
  run: async ({ note }) => [...(await measureCamera(note)), ...(await measureStream(note))],
};
