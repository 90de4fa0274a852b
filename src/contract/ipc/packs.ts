import * as z from 'zod';
import { listedPacksSchema, measuredPacksSchema } from '../model-packs.ts';
import type { CallShape } from './kit.ts';

const nothing = z.strictObject({});

/** Calls about the model folder. The selection of packs is a setting. */
export const packCalls = {
  /** Looks into the folder again. */
  'packs.list': { input: nothing, output: listedPacksSchema },
  /** Benchmarks the chosen models, which takes seconds to minutes, and returns their speed. */
  'packs.measure': { input: nothing, output: measuredPacksSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
