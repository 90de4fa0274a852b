import { measureCamera } from './device-camera.ts';
import { measureStream } from './device-stream.ts';
import type { Measurement } from './harness.ts';

/** Measures virtual devices from the producing process to the reading program. */
export const measurement: Measurement = {
  title: 'Virtual devices, read by other programs',
  needsApp: false,
  run: async ({ note }) => [...(await measureCamera(note)), ...(await measureStream(note))],
};
