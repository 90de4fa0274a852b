import { setImmediate as breathe } from 'node:timers/promises';
import { noQuality } from '../../contract/job-details.ts';
import { provenanceXmp } from '../../engine/io/provenance.ts';
import { readStill, type Still } from '../../engine/io/stills.ts';
import { reimagine } from '../../engine/reimagine/reimagine.ts';
import { failAsJob, nameFaceless } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import {
  describePictureEngine,
  notePrompt,
  readJobPrompt,
  reportPrompt,
} from '../kit/instructions.ts';
import { openHeadModels } from '../kit/models.ts';
import { writePictureOutput } from '../kit/picture-result.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { reimagineImage } from './definition.ts';

const weights = { reading: 1, preparing: 1, rendering: 12, finishing: 2 };

/** Further pictures are backgrounds or give their colours: larger ones only cost memory. */
const LONGEST_FURTHER_SIDE = 4096;

/** Changes the first picture of a request by its prompt. */
export const processor: Processor = { feature: reimagineImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, reimagineImage.operation);
  const { signal } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const read = readJobPrompt(context.input);
  const pictures: Still[] = [];
  for (const [index, key] of input.image_keys.entries()) {
    const { path } = requireFile(context, key);
    pictures.push(await readStill(path, index === 0 ? {} : { maxSide: LONGEST_FURTHER_SIDE }));
    signal.throwIfAborted();
  }
  clock.enter('preparing');
  const models = await openHeadModels();
  signal.throwIfAborted();
  clock.enter('rendering');
  const { picture, skipped } = await nameFaceless('image_keys', () =>
    failAsJob(() =>
      reimagine(pictures, read.steps, {
        models,
        signal,
        pause: breathe,
        onProgress: (fraction) => clock.advance(fraction, null),
      }),
    ),
  );
  clock.enter('finishing');
  const output = await writePictureOutput(context, 'changed.png', { picture, xmp: provenanceXmp });
  return {
    ...output,
    report: {
      engine: describePictureEngine(),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: noQuality,
      prompt: reportPrompt(read, skipped),
    },
    notes: notePrompt(read, skipped),
  };
}
