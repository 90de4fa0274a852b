import * as z from 'zod';
import { listedPacksSchema, measuredPacksSchema } from '../model-packs.ts';
import type { CallShape } from './kit.ts';

const nothing = z.strictObject({});

/** Calls about the folder of models. What is chosen of it is a setting. */
export const packCalls = {
  /** Looks into the folder again. */
  'packs.list': { input: nothing, output: listedPacksSchema },
  /** Lets the chosen models run for a while, which takes seconds to minutes, and tells how fast they are. */
  'packs.measure': { input: nothing, output: measuredPacksSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
