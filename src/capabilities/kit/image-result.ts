import { join } from 'node:path';
import { writeStill } from '../../engine/io/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import type { RunContext, RunResult } from '../processor.ts';

/** Writes an image as a PNG file, the output of a run, with `xmp` as metadata. No length is billed. */
export async function writeImageOutput(
  { folder }: Pick<RunContext, 'folder'>,
  name: string,
  { picture, xmp }: { readonly picture: RgbaImage; readonly xmp?: string },
): Promise<Pick<RunResult, 'output' | 'outputUs'>> {
  const path = join(folder, name);
  await writeStill(path, picture, { type: 'png' }, xmp);
  return {
    output: {
      path,
      kind: 'image',
      mime: 'image/png',
      extension: 'png',
      facts: { widthPx: picture.width, heightPx: picture.height },
    },
    outputUs: 0,
  };
}
