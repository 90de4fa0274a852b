import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';

/** Writes a part of a clip to a file, without its sound. */
export async function cutClip(
  from: string,
  to: string,
  { startUs = 0, durationUs }: { readonly startUs?: number; readonly durationUs: number },
): Promise<void> {
  const reader = await openVideoReader(from, { startUs, maxDurationUs: durationUs });
  const { size, colour, frameRate, timeBase } = reader;
  const writer = await openVideoWriter(to, {
    size,
    colour,
    frameRate,
    timeBase,
    quality: { crf: 14 },
  });
  let originUs: number | null = null;
  for await (const { planes, timestampUs, durationUs: lengthUs } of reader) {
    originUs ??= timestampUs;
    await writer.write(planes, { timestampUs: timestampUs - originUs, durationUs: lengthUs });
  }
  await writer.finish();
}
