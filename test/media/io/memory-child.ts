/**
 * Transcodes a long clip and samples the memory of the process. Arguments: folder, seconds of the clip. Prints one line
 * of JSON.
 */
import { join } from 'node:path';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { makeClip } from '../make-clip.ts';

const [folder = '', seconds = '300'] = process.argv.slice(2);
const source = join(folder, 'long.source');
makeClip(source, {
  video: { width: 320, height: 180, frames: 30 * Number(seconds), isStill: true },
  audio: { seconds: Number(seconds), channels: 1, sampleRateHz: 22_050 },
});
const samples: { fraction: number; megabytes: number }[] = [];
const { frames } = await transcode(source, join(folder, 'long.mp4'), {
  preset: 'ultrafast',
  onProgress: ({ fraction }) =>
    samples.push({ fraction, megabytes: process.memoryUsage.rss() / 1e6 }),
});
process.stdout.write(JSON.stringify({ frames, samples }));
