import { join } from 'node:path';
import type { Folders } from '../app/folders.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';

/** Call about the bundled sample media. Both files are drawings that show no real person. */
export function createSampleCalls(
  { sample, starters }: Pick<Folders, 'sample' | 'starters'>,
  chosen: Pick<ChosenFiles, 'add'>,
): AreaHandlers<'sample'> {
  return {
    'sample.open': async () => {
      const clip = await chosen.add(join(sample, 'sample-clip.mp4'));
      return { clip, face: await chosen.add(join(starters, 'walter.webp')) };
    },
  };
}
