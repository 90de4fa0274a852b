/**
 * Animates a portrait as a worker does, alone in its process. Arguments: portrait, audio, shorter side, folder. Prints
 * one line of JSON.
 */
import { processor } from '../../src/capabilities/avatar/processor.ts';

const [image = '', sound = '', shortSide = '', folder = ''] = process.argv.slice(2);
const [image_key, audio_key] = ['api/images/portrait.jpg', 'api/audio/speech.wav'];
const startedAtMs = performance.now();
let firstFrameMs = 0;
const { output, report } = await processor.run({
  jobId: 'bench',
  feature: 'avatar',
  input: { image_key, audio_key, output_resolution_p: Number(shortSide) },
  files: {
    [image_key]: { path: image, mime: 'image/jpeg', kind: 'image', sizeBytes: 1, facts: {} },
    [audio_key]: { path: sound, mime: 'audio/wav', kind: 'audio', sizeBytes: 1, facts: {} },
  },
  stage: null,
  preview: null,
  packs: null,
  folder,
  signal: new AbortController().signal,
  report({ phase }) {
    firstFrameMs ||= phase === 'rendering' ? performance.now() - startedAtMs : 0;
  },
});
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    path: output.path,
    frames: report.frames?.total,
    stages: report.stages,
    lips: report.lips,
    firstFrameMs,
    wallMs: performance.now() - startedAtMs,
    peakMegabytes: maxRSS / 1000,
  }),
);
// Networks kept for the next job would keep the process alive.
process.exit(0);
