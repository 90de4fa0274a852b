import { join } from 'node:path';
import { writeStill } from '../../engine/io/video/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import type { RunContext, RunResult } from '../processor.ts';

/** Writes an image as a PNG file, the output of a run, with `xmp` as metadata. No length is billed. */
export async function writeImageOutput(
  { folder }: Pick<RunContext, 'folder'>,
  name: string,
  { image, xmp }: { readonly image: RgbaImage; readonly xmp?: string },
): Promise<Pick<RunResult, 'output' | 'outputUs'>> {
  const path = join(folder, name);
  await writeStill(path, image, { type: 'png' }, xmp);
  return {
    output: {
      path,
      kind: 'image',
      mime: 'image/png',
      extension: 'png',
      facts: { widthPx: image.width, heightPx: image.height },
    },
    outputUs: 0,
  };
}
