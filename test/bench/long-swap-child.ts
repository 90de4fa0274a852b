/**
 * Swaps the faces of a long video as a worker does, alone in its process, and samples its memory. Arguments: video,
 * output path. Prints one line of JSON.
 */
import { prepareSource } from '../../src/engine/face/source/face-source.ts';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { swapVideo } from '../../src/engine/swap/swap-video.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { monaLisa } from '../media/support/stills.ts';

const [inputPath = '', outputPath = ''] = process.argv.slice(2);
const models = await openBuiltModels();
const tracker = await openTrackerHost({
  modelFolder: models.path,
  hasLookahead: true,
  searchIntervalUs: 600_000,
  newcomerIntervalUs: 2_400_000,
});
const photo = await readStill(monaLisa);
const [face] = await tracker.meter.find(toI420(photo));
const source = prepareSource(photo, face!, await models.readCanonicalFace());
const samples: { fraction: number; megabytes: number }[] = [];
await swapVideo({
  inputPath,
  outputPath,
  swappers: [createFaceSwapper(source)],
  models,
  tracker,
  onProgress: ({ fraction }) =>
    samples.push({ fraction, megabytes: process.memoryUsage.rss() / 1_000_000 }),
});
await tracker.close();
process.stdout.write(JSON.stringify({ samples }));
