/** Renders the sample clip of the first run: `node tools/sample/make-sample.ts`. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import { openModelFolder } from '../../src/engine/models/model-folder.ts';
import { buildModels } from '../models/build-models.ts';
import { drawSample } from './draw-sample.ts';
import { poseAt } from './sample-poses.ts';
import { streamer } from './streamer.ts';
import { sampleColour, toVideoFrame } from './sample-yuv.ts';

const FRAMES_PER_SECOND = 30;
const LENGTH_SEC = 3.2;

const models = fileURLToPath(new URL('../../out/models', import.meta.url));
await buildModels(models);
const face = await (await openModelFolder(models)).readCanonicalFace();
const folder = fileURLToPath(new URL('../../resources/sample', import.meta.url));
await mkdir(folder, { recursive: true });
const writer = await openVideoWriter(`${folder}/sample-clip.mp4`, {
  size: { width: 1280, height: 720 },
  colour: sampleColour,
  frameRate: { num: FRAMES_PER_SECOND, den: 1 },
  quality: { crf: 24 },
  preset: 'veryslow',
});
const count = Math.round(LENGTH_SEC * FRAMES_PER_SECOND);
for (let index = 0; index < count; index += 1) {
  const { data, width, height } = await drawSample(
    streamer,
    face,
    poseAt(index / FRAMES_PER_SECOND, LENGTH_SEC),
  );
  await writer.write(toVideoFrame(data, width, height), {
    timestampUs: Math.round((index * 1e6) / FRAMES_PER_SECOND),
    durationUs: Math.round(1e6 / FRAMES_PER_SECOND),
  });
  process.stdout.write(`\r${index + 1} of ${count}`);
}
const { sizeBytes } = await writer.finish();
process.stdout.write(`\nsample-clip.mp4: ${Math.round(sizeBytes / 1024)} KB\n`);
