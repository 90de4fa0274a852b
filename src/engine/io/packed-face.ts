import * as z from 'zod';
import { packedFloats } from './packed-values.ts';

/** The pose of a face as a text. */
export const packedPose = z.object({
  yaw: z.number(),
  pitch: z.number(),
  roll: z.number(),
  scale: z.number(),
  rotation: packedFloats,
});

/** The box of a face as a text; pixels. */
export const packedBox = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
