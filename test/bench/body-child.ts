/**
 * Animates the person of an image as a worker does, alone in its process. Arguments: image, clip, folder. Prints one
 * line of JSON.
 */
import { openBodyModels, openWarmTracker } from '../../src/capabilities/kit/models.ts';
import { processor } from '../../src/capabilities/motion-control/processor.ts';
import { prepareBodyCharacter } from '../../src/engine/body/character/body-character.ts';
import { readBodyStill } from '../../src/engine/body/clip/read-character.ts';
import { createPoseFinder } from '../../src/engine/body/pose-finder.ts';

const [image = '', video = '', folder = ''] = process.argv.slice(2);
const [image_key, video_key] = ['api/images/person.png', 'api/videos/dance.mp4'];
const startedAtMs = performance.now();
const { output, report } = await processor.run({
  jobId: 'bench',
  feature: 'motion_control',
  input: { image_key, video_key },
  files: {
    [image_key]: { path: image, mime: 'image/png', kind: 'image', sizeBytes: 1, facts: {} },
    [video_key]: { path: video, mime: 'video/mp4', kind: 'video', sizeBytes: 1, facts: {} },
  },
  stage: null,
  preview: null,
  packs: null,
  folder,
  signal: new AbortController().signal,
  report() {},
});
const wallMs = performance.now() - startedAtMs;
const peakMegabytes = process.resourceUsage().maxRSS / 1000;
const models = await openBodyModels((await openWarmTracker(new AbortController().signal)).folder);
const pause = () => Promise.resolve();
const still = await readBodyStill(image, createPoseFinder(models), { shortSide: 720 });
const before = process.threadCpuUsage();
await prepareBodyCharacter(still.image, still.pose, { matte: models.matte, pause });
const characterMs = process.threadCpuUsage(before).user / 1000;
process.stdout.write(
  JSON.stringify({
    path: output.path,
    frames: report.frames?.total,
    stages: report.stages,
    motion: report.motion,
    wallMs,
    peakMegabytes,
    characterMs,
  }),
);
// Networks that are kept for the next job keep the process.
process.exit(0);
