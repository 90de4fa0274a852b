import * as z from 'zod';
import { packedFloats } from './packed-values.ts';

/** Schema of a face pose in packed JSON. */
export const packedPose = z.object({
  yaw: z.number(),
  pitch: z.number(),
  roll: z.number(),
  scale: z.number(),
  rotation: packedFloats,
});

/** Schema of a face box in packed JSON; pixels. */
export const packedBox = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
