import * as z from 'zod';
import { packedDoubles } from '../../engine/io/packed-values.ts';
import type { MouthSamples } from '../../engine/talk/check/mouth-record.ts';

/** Schema of {@link MouthSamples} in the facts of a segment: time, gap and target of each frame, interleaved. */
export const packedMouthSamples = z
  .object({ measured: packedDoubles, shut: packedDoubles })
  .transform(({ measured, shut }): MouthSamples => ({
    measured: Array.from({ length: measured.length / 3 }, (_, at) => {
      const [timeMs = 0, gap = 0, wanted = 0] = measured.subarray(at * 3);
      return { timeMs, gap, wanted };
    }),
    shut: [...shut],
  }));

/** Packs samples for {@link packedMouthSamples}. */
export function packMouthSamples({ measured, shut }: MouthSamples): {
  readonly measured: Float64Array;
  readonly shut: Float64Array;
} {
  return {
    measured: Float64Array.from(
      measured.flatMap(({ timeMs, gap, wanted }) => [timeMs, gap, wanted]),
    ),
    shut: Float64Array.from(shut),
  };
}
