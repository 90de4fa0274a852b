/**
 * Moves the person of a picture as a worker does, with nothing else in the process. Arguments: the picture, the clip, a folder.
 * Prints one line of JSON.
 */
import { processor } from '../../src/capabilities/motion-control/processor.ts';

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
process.stdout.write(
  JSON.stringify({
    path: output.path,
    frames: report.frames?.total,
    stages: report.stages,
    motion: report.motion,
    wallMs: performance.now() - startedAtMs,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
  }),
);
// Networks that are kept for the next job keep the process.
process.exit(0);
