import { join } from 'node:path';
import { writeStill } from '../../engine/io/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import type { RunContext, RunResult } from '../processor.ts';

/** Writes a picture as a PNG file, which is the output of a run; `xmp` goes into the file. No length is billed. */
export async function writePictureOutput(
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
